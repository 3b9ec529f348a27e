"use strict";
const base = document.body.dataset.base;
const told = document.getElementById("told");
const form = document.getElementById("task");
const reason = document.getElementById("reason");

function tell(sentence, bad) {
  told.textContent = sentence;
  told.className = bad ? "bad" : "";
}

async function post(path, body) {
  let answer;
  try {
    answer = await fetch(`${base}/${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body || {}),
    });
  } catch {
    tell("memorybench does not answer: start `memorybench review` again. What you typed is kept in this browser.", true);
    return null;
  }
  const found = await answer.json().catch(() => ({ error: `memorybench answered ${answer.status}.` }));
  if (!answer.ok) {
    tell(found.error || `memorybench answered ${answer.status}.`, true);
    return null;
  }
  return found;
}

/* What is typed and not yet decided survives a reload and a crash of the browser or of memorybench. */
const fields = form ? [...form.querySelectorAll("textarea"), reason].filter(Boolean) : [];
const draftKey = form ? `memorybench:${form.dataset.reviewer}:${form.dataset.task}` : "";

function draft() {
  return Object.fromEntries(fields.map((field) => [field.id, field.value]));
}

function isChanged() {
  return fields.some((field) => field.value !== field.defaultValue);
}

function keepDraft() {
  if (isChanged()) localStorage.setItem(draftKey, JSON.stringify(draft()));
  else localStorage.removeItem(draftKey);
  for (const field of fields) field.classList.toggle("changed", field.value !== field.defaultValue);
}

if (form && reason) {
  const kept = JSON.parse(localStorage.getItem(draftKey) || "null");
  if (kept) {
    for (const field of fields) if (field.id in kept) field.value = kept[field.id];
    tell("What you had typed before is back.");
  }
  for (const field of fields) field.addEventListener("input", keepDraft);
  keepDraft();
}

function values() {
  return Object.fromEntries([...form.querySelectorAll("textarea")].map((field) => [field.name, field.value]));
}

async function decide(decision) {
  const edited = [...form.querySelectorAll("textarea")].some((field) => field.value !== field.defaultValue);
  if (decision === "reject" && !reason.value.trim()) {
    tell("A rejection needs its reason.", true);
    reason.focus();
    return;
  }
  if (decision === "correct" && !edited) {
    tell("Nothing is changed: edit the question or an answer above, or accept.", true);
    return;
  }
  if (decision === "accept" && edited) {
    tell("You changed the task: save the correction, or discard your changes and accept.", true);
    return;
  }
  const found = await post(`tasks/${form.dataset.task}/decision`, { ...values(), decision, reason: reason.value });
  if (found) {
    localStorage.removeItem(draftKey);
    location.assign(found.next);
  }
}

async function check() {
  const found = await post(`tasks/${form.dataset.task}/check`, values());
  if (!found) return;
  const list = document.getElementById("objections");
  list.replaceChildren(
    ...(found.objections.length ? found.objections : ["Nothing."]).map((sentence) => {
      const line = document.createElement("li");
      line.textContent = sentence;
      if (!found.objections.length) line.className = "none";
      return line;
    }),
  );
  tell(found.objections.length ? `${found.objections.length} objections to the task as changed: see above.` : "The checks by code object to nothing.");
}

async function run(command) {
  const output = document.getElementById("output");
  output.hidden = false;
  output.textContent = "…";
  const found = await post(`tasks/${form.dataset.task}/command`, { command });
  output.textContent = found ? `$ ${command}\n${found.text}` : "";
  output.scrollIntoView({ block: "nearest" });
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  if (button.dataset.post) {
    const found = await post(button.dataset.post);
    if (found) location.assign(found.next);
  }
  if (button.dataset.decision) decide(button.dataset.decision);
  if (button.dataset.command) {
    document.getElementById("line").value = button.dataset.command;
    run(button.dataset.command);
  }
  if (button.id === "check") check();
  if (button.id === "reset") {
    for (const field of fields) field.value = field.defaultValue;
    keepDraft();
    tell("Your changes are discarded.");
  }
});

document.getElementById("enter")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const found = await post("reviewer", { name: document.getElementById("name").value });
  if (found) location.assign(found.next);
});

document.getElementById("command")?.addEventListener("submit", (event) => {
  event.preventDefault();
  run(document.getElementById("line").value);
});

document.getElementById("everything")?.addEventListener("change", (event) => {
  document.body.classList.toggle("everything", event.target.checked);
});

/* A link to a message opens the session it stands in. */
function openTarget() {
  const target = location.hash && document.getElementById(location.hash.slice(1));
  if (!target) return;
  target.closest("details")?.setAttribute("open", "");
  target.scrollIntoView({ block: "center" });
}
addEventListener("hashchange", openTarget);
if (location.hash) openTarget();
else document.querySelector(".evidence")?.scrollIntoView({ block: "center" });

document.addEventListener("keydown", (event) => {
  const typing = event.target.matches("textarea, input:not([type=checkbox])");
  if (event.key === "Escape" && typing) event.target.blur();
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  const key = event.key.toLowerCase();
  if (!/^[a-z]$/.test(key)) return;
  const focused = document.querySelector(`[data-focus-key="${key}"]`);
  const pressed = document.querySelector(`[data-key="${key}"]`);
  if (!focused && !pressed) return;
  event.preventDefault();
  if (focused) focused.focus();
  else pressed.click();
});

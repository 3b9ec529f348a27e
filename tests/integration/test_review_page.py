"""The review page in a real browser at 1280 pixels, with the keyboard alone, against the real command."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from memorybench.resources import bundled
from memorybench.review.records import Review
from memorybench.runs.log import read_lines

webdriver = pytest.importorskip("selenium.webdriver")
BROWSER = next(
    (path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), None
)
DRIVER = shutil.which("chromedriver")
WAIT_S = 40.0
pytestmark = pytest.mark.skipif(
    BROWSER is None or DRIVER is None, reason="Chromium and its chromedriver are not installed"
)


class Reviewing:
    """The command over a dataset's folder; it can be killed and started again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", "from memorybench.cli.main import main; main()", "review", str(self.folder)],
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        assert self.process.stdout is not None
        found = re.search(r"http://127\.0\.0\.1:\d+/\S+/", self.process.stdout.readline())
        assert found, "the command did not say where the page is"
        self.address = found.group()

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(timeout=20)

    def reviews(self) -> list[Review]:
        return list(read_lines(self.folder / "reviews.jsonl", Review))


@pytest.fixture
def reviewing(tmp_path: Path) -> Iterator[Reviewing]:
    folder = tmp_path / "set"
    shutil.copytree(bundled("datasets")["ifcmemory-mini"], folder)
    found = Reviewing(folder)
    yield found
    found.kill()


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[Any]:
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = BROWSER
    for argument in (
        *("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--window-size=1280,900"),
        f"--user-data-dir={tmp_path / 'profile'}",
    ):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options, Service(DRIVER))
    yield driver
    driver.quit()


def press(browser: Any, *keys: str) -> None:
    """Type on whatever has the focus."""
    webdriver.ActionChains(browser).send_keys(*keys).perform()


def text_of(browser: Any) -> str:
    """What the page shows now; nothing while another one is coming."""
    return str(browser.execute_script("return document.body ? document.body.innerText : ''"))


def see(browser: Any, text: str) -> None:
    """Wait until the page shows ``text``."""
    deadline = time.monotonic() + WAIT_S
    while text not in text_of(browser):
        if time.monotonic() > deadline:
            pytest.fail(f"the page never showed {text!r}; it shows: {text_of(browser)[:600]}")
        time.sleep(0.1)


def enter(browser: Any, address: str, name: str) -> None:
    from selenium.webdriver.common.keys import Keys

    browser.get(address)
    see(browser, "Your name or initials")
    press(browser, name, Keys.ENTER)  # the field has the focus
    see(browser, f"reviewing as {name}")


def test_a_review_with_the_keyboard_alone(reviewing: Reviewing, browser: Any) -> None:
    from selenium.webdriver.common.keys import Keys

    enter(browser, reviewing.address, "AB")
    press(browser, "n")
    see(browser, "reihenhaus-birkenweg-01-negative-confirmation")
    press(browser, "a")
    see(browser, "reihenhaus-birkenweg-02-emission-factor")
    press(browser, "x")
    see(browser, "A rejection needs its reason.")
    press(browser, "Nobody asks for one face.", Keys.ESCAPE, "x")
    see(browser, "reihenhaus-birkenweg-03-option-comparison")
    assert [(review.decision, review.reason) for review in reviewing.reviews()] == [
        ("accept", ""),
        ("reject", "Nobody asks for one face."),
    ]
    press(browser, "u")
    see(browser, "reihenhaus-birkenweg-02-emission-factor")
    assert reviewing.reviews()[-1].undoes == reviewing.reviews()[1].id
    press(browser, "l")
    see(browser, "15 wait for you.")
    severe = [entry for entry in browser.get_log("browser") if entry["level"] == "SEVERE"]
    assert not severe, severe


def test_what_was_typed_survives_a_reload_and_a_crash(reviewing: Reviewing, browser: Any) -> None:
    from selenium.webdriver.common.keys import Keys

    enter(browser, reviewing.address, "AB")
    press(browser, "n")
    see(browser, "reihenhaus-birkenweg-01")
    press(browser, "r", "half a thou")
    browser.refresh()
    see(browser, "What you had typed before is back.")
    assert browser.find_element("id", "reason").get_attribute("value") == "half a thou"
    press(browser, "a")
    see(browser, "reihenhaus-birkenweg-02")
    press(browser, "r", "not clea")
    reviewing.kill()
    press(browser, Keys.ESCAPE, "a")
    see(browser, "memorybench does not answer")
    reviewing.start()
    enter(browser, reviewing.address, "AB")
    see(browser, "15 wait for you.")
    press(browser, "n")
    see(browser, "What you had typed before is back.")
    assert browser.find_element("id", "reason").get_attribute("value") == "not clea"
    assert [review.reason for review in reviewing.reviews()] == ["half a thou"]


def test_the_page_fits_1280_pixels_and_marks_what_tells_the_fact(reviewing: Reviewing, browser: Any) -> None:
    enter(browser, reviewing.address, "AB")
    browser.get(f"{reviewing.address}tasks/reihenhaus-birkenweg-02-emission-factor")
    see(browser, "S019-M11")
    width = browser.execute_script("return [document.documentElement.scrollWidth, window.innerWidth]")
    assert width[0] <= width[1]
    marked = browser.find_elements("css selector", "article.evidence mark")
    assert "14.6" in " ".join(mark.text for mark in marked)
    buttons = browser.find_elements("css selector", "[data-decision]")
    lowest = max(button.rect["y"] + button.rect["height"] for button in buttons)
    assert lowest <= browser.execute_script("return window.innerHeight"), "the decision is always in view"

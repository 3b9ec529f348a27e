"""A cell as the command that a user would type for it."""

from __future__ import annotations

from memorybench.runs.options import EvalOptions

_NAMES = {"settings": "--set", "tasks": "--task"}


def eval_arguments(options: EvalOptions) -> list[str]:
    """The arguments of ``memorybench`` that evaluate with ``options``; what is the default is left out."""
    words = ["eval", "--memory", options.memory]
    defaults = EvalOptions(memory=options.memory)
    for field in EvalOptions.model_fields:
        value = getattr(options, field)
        if field == "memory" or value is None or value == getattr(defaults, field):
            continue
        name = _NAMES.get(field, "--" + field.replace("_", "-"))
        if isinstance(value, bool):
            words.append(name)
        else:
            for one in value if isinstance(value, tuple) else (value,):
                words += [name, str(one)]
    return words

"""What a command gave back."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CommandResult:
    """Standard output, standard error and exit code of one command (0 is success)."""

    stdout: str
    stderr: str
    exit_code: int

    @property
    def text(self) -> str:
        """Everything in the order an agent reads it: output, then messages, then a non-zero exit code."""
        parts = [part.rstrip("\n") for part in (self.stdout, self.stderr) if part.strip()]
        if self.exit_code:
            parts.append(f"[exit code {self.exit_code}]")
        return "\n".join(parts) if parts else "[no output]"

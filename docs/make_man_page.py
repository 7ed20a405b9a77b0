"""Write `docs/tenchips.1`, the manual page, from the help of the commands.

Run it after a change to the command line: `python docs/make_man_page.py`. Read the page with
`man docs/tenchips.1`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import typer
from typer.main import get_command

from tenchips import __version__
from tenchips.cli import app

PAGE: Final = Path(__file__).with_name("tenchips.1")

HEAD: Final = """\
.\\" Made by docs/make_man_page.py: change the help of the commands instead.
.TH TENCHIPS 1 "" "Tenchips {version}" "User commands"
.SH NAME
tenchips \\- Network, Sid Sackson's game of ten chips a side
.SH SYNOPSIS
.B tenchips
[\\fIoptions\\fR] [\\fIcommand\\fR [\\fIarguments\\fR]]
.SH DESCRIPTION
Without a command, the site opens in your browser.
"""

TAIL: Final = """\
.SH EXIT STATUS
0 if all went well, 1 if what was checked does not hold, 2 for wrong usage, 70 for a bug, 130 after
an interruption.
.SH ENVIRONMENT
.TP
.B NO_COLOR
Print no colours.
.TP
.B TENCHIPS_DEBUG
With 1, bugs show their traceback.
"""


def page() -> str:
    """The manual page in roff."""
    root: Any = get_command(app)
    lines = [HEAD.format(version=__version__), ".SH OPTIONS\n", *_options(root, "tenchips")]
    lines.append(".SH COMMANDS\n")
    for name, command in root.commands.items():
        lines += _command(f"tenchips {name}", command)
    return "".join([*lines, TAIL])


def _command(name: str, command: Any) -> list[str]:
    arguments = [each for each in command.params if each.param_type_name == "argument"]
    usage = " ".join(f"\\fI{_escape(each.metavar or each.name)}\\fR" for each in arguments)
    lines = [f".SS {_escape(name)} {usage}".rstrip() + "\n", _paragraphs(command.help or "")]
    for each in arguments:
        if each.help:
            lines.append(_entry(f"\\fI{_escape(each.metavar or each.name)}\\fR", each.help))
    lines += _options(command, name)
    for inner, nested in getattr(command, "commands", {}).items():
        lines += _command(f"{name} {inner}", nested)
    return lines


def _options(command: Any, name: str) -> list[str]:
    context = typer.Context(command, info_name=name)
    records = (
        each.get_help_record(context)
        for each in command.params
        if each.param_type_name == "option" and not each.hidden
    )
    return [_entry(f"\\fB{_escape(name)}\\fR", text) for name, text in filter(None, records)]


def _entry(label: str, text: str) -> str:
    return f".TP\n{label}\n{_escape(' '.join(text.split()))}\n"


def _paragraphs(text: str) -> str:
    """Help as roff: paragraphs, and those after a `\\b` as they stand."""
    parts = []
    for paragraph in text.strip().split("\n\n"):
        if paragraph.startswith("\b"):
            body = _escape(paragraph.removeprefix("\b").strip("\n"))
            parts.append(f".nf\n{body}\n.fi\n")
        else:
            parts.append(f"{_escape(' '.join(paragraph.split()))}\n")
    return ".PP\n".join(parts)


def _escape(text: str) -> str:
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{escaped}" if escaped.startswith((".", "'")) else escaped


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")

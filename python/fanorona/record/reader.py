"""Records read from text, line by line and game by game, in constant memory.

A game begins with a tag pair or with movetext. It ends with its result; where that is missing,
before the next tag pair at the start of a line, before a line that begins with move number 1 after
an empty one, or at the end of the stream. In a comment only a tag pair after an empty line ends
it. A broken game ends where it would have ended, so the next one is not touched. Byte order marks
count as white space.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from fanorona.errors import RecordError
from fanorona.record.builder import Builder
from fanorona.record.game import Game
from fanorona.record.headers import TagError, check_tag
from fanorona.record.limits import check_characters
from fanorona.record.texts import is_encodable, shortened

if TYPE_CHECKING:
    from fanorona.record.lines import Lines

_TAG: Final = re.compile(r'[\s\ufeff]*\[\s*([A-Za-z0-9_]+)\s+"([^"\\]*(?:\\.[^"\\]*)*)"\s*\]')
_BRACKET: Final = re.compile(r"[\s\ufeff]*\[")
_FIRST_TURN: Final = re.compile(r"[\s\ufeff]*1\s*\.")
_ESCAPED: Final = re.compile(r'\\(["\\])')
_TOKEN: Final = re.compile(
    r"""
      (?P<word>[A-Za-z][^\s(){};$!?*.\[\]]*)
    | (?P<result>(?:1-0|0-1|1/2-1/2|\*)(?![^\s(){};$]))
    | (?P<number>[0-9]+|\.+)
    | (?P<comment>\{[^}]*(?P<closed>\}?))
    | (?P<rest>;.*)
    | (?P<open>\()
    | (?P<close>\))
    | (?P<glyph>\$[0-9]+)
    | (?P<mark>[!?]+)
    | (?P<bad>[^\s\ufeff])
    """,
    re.VERBOSE,
)
_MARKS: Final = {"!": "1", "?": "2", "!!": "3", "??": "4", "!?": "5", "?!": "6"}


def read_next(lines: Lines) -> Game | RecordError | None:
    """The next game of a stream, or what is wrong with it; None at the end."""
    reader = _Reader()
    after_blank = True
    while (line := lines.take()) is not None:
        if reader.is_next_game(line, after_blank=after_blank):
            lines.give_back(line)
            break
        after_blank = not line or line.isspace()
        if not after_blank:
            reader.feed(line, lines.number)
            if reader.ended:
                break
    return reader.finish()


class _Reader:
    """Reads one game. After its first error it only looks for where the game ends."""

    def __init__(self) -> None:
        self._error: RecordError | None = None
        self._line = 0
        self._characters = 0
        self._tags: dict[str, str] = {}
        self._tag_lines: dict[str, int] = {}
        self._moving = False
        self._builder: Builder | None = None
        self._result: str | None = None
        self._comment: list[str] = []
        self._comment_line: int | None = None
        self._early: list[str] = []

    @property
    def ended(self) -> bool:
        """Whether the game's result has come, and no comment goes on behind it."""
        return self._result is not None and self._comment_line is None

    def is_next_game(self, line: str, *, after_blank: bool) -> bool:
        """Whether a line belongs to the next game."""
        if self._comment_line is not None:
            return after_blank and _TAG.match(line) is not None
        if self._moving:
            return bool(_BRACKET.match(line) or (after_blank and _FIRST_TURN.match(line)))
        if after_blank and (tag := _TAG.match(line)):
            return self._error is not None or tag[1] in self._tags
        return False

    def feed(self, line: str, number: int) -> None:
        """Reads a line that is not empty."""
        self._line = number
        self._characters += len(line) + 1
        try:
            check_characters(self._characters)
        except RecordError as error:
            self._fail(error)
        if not is_encodable(line):
            self._fail("bytes that are not UTF-8")
        if self._comment_line is not None:
            start = self._read_on(line)
        elif line.startswith("%"):
            return
        else:
            start = 0 if self._moving else self._read_tags(line)
        if start < len(line):
            self._read_movetext(line, start)

    def _read_on(self, line: str) -> int:
        """Reads on in a comment, and says where it ends in the line."""
        end = line.find("}")
        if self._error is None:
            self._comment.append(line if end < 0 else line[:end])
        if end < 0:
            return len(line)
        self._comment_line = None
        self._say("\n".join(self._comment))
        self._comment = []
        return end + 1

    def _read_tags(self, line: str) -> int:
        """Reads the tag pairs that a line begins with, and says where they end."""
        start = 0
        while tag := _TAG.match(line, start):
            start = tag.end()
            if self._error is None:
                self._tag(tag[1], _ESCAPED.sub(r"\1", tag[2]))
        if _BRACKET.match(line, start):
            self._fail(f"{shortened(line[start:].strip())!r} is no tag pair")
            return len(line)
        return start

    def _tag(self, name: str, value: str) -> None:
        if self._tags.setdefault(name, value) != value:
            self._fail(f"tag {shortened(name)}: it stands here twice with different values")
        self._tag_lines[name] = self._line
        try:
            check_tag(name, value)
        except TagError as error:
            self._fail(error)

    def _read_movetext(self, line: str, start: int) -> None:
        if self._builder is not None:
            self._builder.line = self._line
        for token in _TOKEN.finditer(line, start):
            kind = token.lastgroup
            if kind == "comment":
                self._comment_token(token)
            elif kind == "rest":
                self._say(token[0][1:])
            else:
                if not self._moving:
                    self._begin()
                if self._result is not None:
                    self._fail(f"{shortened(token[0])!r} after the result")
                elif kind == "result":
                    self._result = token[0]
                elif self._builder is not None and kind != "number":
                    try:
                        self._build(self._builder, kind, token[0])
                    except RecordError as error:
                        self._fail(error)

    def _comment_token(self, token: re.Match[str]) -> None:
        if token["closed"]:
            self._say(token[0][1:-1])
            return
        self._comment_line = self._line
        if self._error is None:
            self._comment.append(token[0][1:])

    def _say(self, text: str) -> None:
        if self._builder is not None:
            self._builder.say(text)
        elif self._error is None:
            self._early.append(text)

    def _begin(self) -> None:
        """Begins the movetext: the tags are complete."""
        self._moving = True
        if self._error is not None:
            return
        try:
            self._builder = Builder(Game.from_tags(self._tags))
        except TagError as error:
            self._fail(error, self._tag_lines.get(error.name))
            return
        self._builder.line = self._line
        for text in self._early:
            self._builder.say(text)

    @staticmethod
    def _build(builder: Builder, kind: str | None, text: str) -> None:
        match kind:
            case "word":
                builder.turn(text)
            case "open":
                builder.open()
            case "close":
                builder.close()
            case "glyph":
                builder.glyph(text[1:])
            case "mark" if text in _MARKS:
                builder.glyph(_MARKS[text])
            case _:
                msg = f"unexpected {shortened(text)!r}"
                raise RecordError(msg)

    def _fail(self, reason: str | ValueError, line: int | None = None) -> None:
        """Notes the first error, and lets go of what has been read."""
        if self._error is not None:
            return
        error = reason if isinstance(reason, RecordError) else RecordError(str(reason))
        if error.line is None:
            error.line = self._line if line is None else line
        # The traceback would keep all of the reader alive for as long as the error.
        self._error = error.with_traceback(None)
        self._builder = None
        self._comment, self._early = [], []

    def finish(self) -> Game | RecordError | None:
        """The game, or its error; None where there was neither tag nor movetext."""
        if self._comment_line is not None:
            self._fail("comment not closed", self._comment_line)
        if not self._moving and self._tags:
            self._begin()
        if self._builder is not None:
            try:
                return self._builder.finish(self._result or "*")
            except RecordError as error:
                self._fail(error)
        return self._error

"""YAML configuration files whose values know where they stand, so that errors name file, line and key."""

from __future__ import annotations

import contextlib
import difflib
import logging
import math
from collections.abc import Collection, Iterable
from os import PathLike
from pathlib import Path

import yaml

from pippin.utils.files import one_line, read_bounded
from pippin.utils.moved_files import file_at

logger = logging.getLogger("pippin")

MAX_BYTES = 4 * 1024**2
"""Size above which a file is refused [bytes]: some hundred times that of usual descriptions."""


class ConfigFileError(ValueError):
    """A configuration file says something that cannot be; the message names the file, the line and the key."""

    def __init__(self, message: str) -> None:
        """Keep a message in one line, whatever words the file has."""
        super().__init__(one_line(message))


class YamlValue:
    """A value in a YAML file: a mapping, a list, a number, a text or nothing.

    Values are not converted before they are asked for, so what is not asked for cannot do harm, and numbers may be
    written as in YAML 1.2 (``1e-4``, which YAML 1.1 takes for a text).

    Args:
        node: The node of the document.
        file: The file, for messages.
        key: The way to the value, such as ``collision_spheres[2].radius``; empty for the whole document.
    """

    def __init__(self, node: yaml.Node, file: Path, key: str = "") -> None:
        self._node = node
        self._file = file
        self.key = key

    @property
    def where(self) -> str:
        """File, line and key, for messages."""
        line = f"'{self._file}', line {self._node.start_mark.line + 1}"
        return f"{line}, '{self.key}'" if self.key else line

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing after the key (or ``null``)."""
        return self._node.tag == "tag:yaml.org,2002:null"

    @property
    def is_list(self) -> bool:
        """Whether the value is a list."""
        return isinstance(self._node, yaml.SequenceNode)

    @property
    def is_mapping(self) -> bool:
        """Whether the value is keys with values."""
        return isinstance(self._node, yaml.MappingNode)

    def error(self, problem: str) -> ConfigFileError:
        """Make the exception that tells of a problem with this value."""
        return ConfigFileError(f"{self.where}: {problem}")

    # Mappings.

    def entries(self) -> dict[str, YamlValue]:
        """Values of a mapping by key, in the order of the file.

        Raises:
            ConfigFileError: The value is no mapping.
        """
        if not isinstance(self._node, yaml.MappingNode):
            raise self._mismatch("keys with values")
        entries: dict[str, YamlValue] = {}
        for key_node, node in self._node.value:
            key = str(key_node.value)
            value = YamlValue(node, self._file, f"{self.key}.{key}" if self.key else key)
            if key in entries:  # an error by the standard, but every other reader takes the last one
                logger.warning("%s: this key stands twice; the last one counts.", value.where)
            entries[key] = value
        return entries

    def get(self, key: str) -> YamlValue | None:
        """Value of a mapping under a key; None where there is no such key, or nothing after it."""
        value = self.entries().get(key)
        return None if value is None or value.is_empty else value

    def require(self, key: str) -> YamlValue:
        """Value of a mapping under a key.

        Raises:
            ConfigFileError: There is no such key, or nothing after it.
        """
        value = self.get(key)
        if value is None:
            raise self.error(f"lacks the key '{key}'; there are: {quoted(self.entries())}.")
        return value

    def warn_of_unknown_keys(self, known: Collection[str]) -> None:
        """Tell which keys of a mapping play no part, with what may have been meant."""
        for key, value in self.entries().items():
            if key not in known:
                similar = difflib.get_close_matches(key, known, n=1)
                logger.warning(
                    "%s: this key plays no part%s", value.where, f"; is '{similar[0]}' meant?" if similar else "."
                )

    # Lists.

    def items(self) -> list[YamlValue]:
        """Values of a list.

        Raises:
            ConfigFileError: The value is no list.
        """
        if not self.is_list:
            raise self._mismatch("a list")
        return [YamlValue(node, self._file, f"{self.key}[{i}]") for i, node in enumerate(self._node.value)]

    def numbers(self, count: int | None = None) -> list[float]:
        """Values of a list of finite numbers.

        Args:
            count: How many there should be; None for any count.

        Raises:
            ConfigFileError: The value is something else.
        """
        items = self.items()
        if count is not None and len(items) != count:
            raise self.error(f"should hold {count} numbers, it holds {len(items)}.")
        return [item.number() for item in items]

    # Single values.

    def text(self) -> str:
        """A text, or whatever scalar, as it is written.

        Raises:
            ConfigFileError: The value is a list, a mapping or nothing.
        """
        if not isinstance(self._node, yaml.ScalarNode) or self.is_empty or not self._node.value:
            raise self._mismatch("a text")
        return self._node.value

    def number(self) -> float:
        """A finite number.

        Raises:
            ConfigFileError: The value is something else.
        """
        value = math.nan
        if isinstance(self._node, yaml.ScalarNode):
            with contextlib.suppress(ValueError):
                value = float(self._node.value)
        if not math.isfinite(value):
            raise self._mismatch("a finite number")
        return value

    def positive_number(self) -> float:
        """A finite number above 0."""
        value = self.number()
        if value <= 0.0:
            raise self.error(f"should be positive, it is {value:g}.")
        return value

    def integer(self) -> int:
        """A whole number, which may be written ``10.0``."""
        value = self.number()
        if not value.is_integer():
            raise self.error(f"should be a whole number, it is {value:g}.")
        return int(value)

    def boolean(self) -> bool:
        """True or false, as YAML 1.2 writes them."""
        written = self._node.value.lower() if isinstance(self._node, yaml.ScalarNode) else ""
        if written not in ("true", "false"):
            raise self._mismatch("true or false")
        return written == "true"

    # Common to all.

    def _mismatch(self, wanted: str) -> ConfigFileError:
        kinds: dict[type, str] = {yaml.SequenceNode: "a list", yaml.MappingNode: "keys with values"}
        found = "nothing" if self.is_empty else kinds.get(type(self._node), f"{str(self._node.value)[:60]!r}")
        return self.error(f"should be {wanted}, it is {found}.")


def read_yaml(path: str | PathLike[str]) -> YamlValue:
    """Read a YAML file as hostile: its size is bounded, and no tag makes an object.

    Returns:
        The mapping that the document holds.

    Raises:
        FileNotFoundError: There is no such file.
        ConfigFileError: The file is too large, is not YAML, or holds no mapping.
    """
    path = file_at(path)
    content = read_bounded(path, MAX_BYTES, ConfigFileError)
    try:
        node = yaml.compose(_without_tabs(content), Loader=yaml.SafeLoader)
    except yaml.YAMLError as error:
        raise ConfigFileError(f"'{path}' is malformed; expected YAML: {_one_line(error)}.") from error
    except (RecursionError, UnicodeDecodeError) as error:
        raise ConfigFileError(f"'{path}' is not read; expected YAML of plain values: {error}.") from error
    if not isinstance(node, yaml.MappingNode):
        raise ConfigFileError(f"'{path}' should hold keys with values; it is {'empty' if node is None else 'not so'}.")
    return YamlValue(node, path)


def _without_tabs(content: bytes) -> bytes:
    """The text with spaces for tabs behind the indentation, where YAML allows them and this reader does not."""
    if b"\t" not in content or b"\0" in content:  # zeros: of an encoding in which other characters hold this byte
        return content
    lines = []
    for line in content.split(b"\n"):
        body = line.lstrip(b" \t")
        lines.append(line[: len(line) - len(body)] + body.replace(b"\t", b" ") if body.strip() else b"")
    return b"\n".join(lines)


def quoted(names: Iterable[str]) -> str:
    """Names in quotes, for a message."""
    return ", ".join(f"'{name}'" for name in names) or "none"


def _one_line(error: yaml.YAMLError) -> str:
    return " ".join(str(error).split())

"""Reading XML untrusted files."""

from __future__ import annotations

import io
from os import PathLike
from pathlib import Path
from xml.etree.ElementTree import Element, ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import iterparse

from pippin.utils.files import read_bounded

MAX_BYTES = 32 * 1024**2
"""Size above which a file is refused [bytes]."""

MAX_ELEMENTS = 500_000
"""Number of elements above which a file is refused: some tens of times those of the largest robots."""

MAX_DEPTH = 100
"""Depth of nesting above which a file is refused."""


class XmlError(ValueError):
    """A file is not XML, or it is XML that is not read: with entities, too large, or nested too deeply."""


def read_xml(path: str | PathLike[str]) -> Element:
    """Read an XML file as hostile: no DTD, no entities, bounded size, number of elements and depth.

    Args:
        path: Path of the file.

    Returns:
        The root element.

    Raises:
        FileNotFoundError: There is no such file.
        XmlError: The file is refused; the message names it and says why.
    """
    path = Path(path)
    content = read_bounded(path, MAX_BYTES, XmlError)
    try:
        return _parse(content.lstrip(b" \t\r\n"))  # which XML does not allow before its declaration
    except ParseError as error:
        raise XmlError(f"'{path}' is malformed; expected XML: {error}.") from error
    except DefusedXmlException as error:
        raise XmlError(f"'{path}' declares a DTD or entities; expected XML without: {error}.") from error
    except (ValueError, LookupError) as error:  # bounds of _parse, and encodings that are unknown or do not fit
        raise XmlError(f"'{path}' is not read; expected XML of a bounded size: {error}") from error


def _parse(content: bytes) -> Element:
    """Parse piece by piece, so that what is too large is refused before it fills the memory."""
    root, count, depth = None, 0, 0
    for event, element in iterparse(io.BytesIO(content), events=("start", "end"), forbid_dtd=True):
        if event == "end":
            depth -= 1
            continue
        root = element if root is None else root
        count, depth = count + 1, depth + 1
        if count > MAX_ELEMENTS:
            raise ValueError(f"it has more than the {MAX_ELEMENTS} elements that are read; expected fewer.")
        if depth > MAX_DEPTH:
            raise ValueError(f"its elements are nested more than {MAX_DEPTH} deep; expected less.")
    if root is None:
        raise ValueError("it has no elements; expected one or more.")
    return root

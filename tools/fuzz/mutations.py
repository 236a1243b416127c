"""Change a file by the grammar of its format: XML, USD text, YAML, meshes, archives or bytes."""

from __future__ import annotations

import io
import random
import re
import struct
import zipfile
from collections.abc import Callable, Sequence
from xml.etree import ElementTree

from defusedxml.ElementTree import fromstring

ODD_NUMBERS = (
    *("0", "-1", "1", "-0.0", "nan", "inf", "-inf", "1e308", "-1e308", "1e-320", "1e400", "4294967296", "-2147483649"),
    *("9223372036854775808", "0x10", "1,5", "1e", "--1", "\u0663", "3.14159265358979323846264338327950288", "1_000"),
)
ODD_WORDS = (
    *(
        "",
        " ",
        "a b",
        "true",
        "None",
        "%s%n",
        "%s%s%s%s%s%s",
        "%p",
        "{0}",
        "$(find x)",
        "${x}",
        "`id`",
        "../../../etc/passwd",
    ),
    *(
        "/etc/passwd",
        "/dev/zero",
        "/proc/self/mem",
        "file:///etc/passwd",
        "package://x/../../../etc/passwd",
        "\\\\host\\share",
    ),
    *(
        "http://127.0.0.1:9/x.stl",
        "../outside/canary.stl",
        "../outside/canary.xml",
        "../outside/canary.usda",
        ".",
        "..",
        "/",
    ),
    *(
        "a" * 5000,
        "a/b",
        "a.b",
        "é漢\u202e",
        "\x07",
        "'\"",
        "]]>",
        "@",
        "</World>",
        "name\nname",
        "-",
        "+",
        "*",
        ".*",
        "(",
        "[",
        "\\",
    ),
)
HOSTILE_YAML = (
    *(
        "!!python/object/apply:os.system ['touch hacked']",
        "&a [*a, *a]",
        "*unknown",
        "{a: {a: {a: {}}}}",
        "[[[[[[]]]]]]",
        "~",
    ),
    *(
        "!!binary aGVsbG8=",
        "2001-01-01",
        "<<: {a: 1}",
        "|\n  text",
        "'",
        "? a",
        "0b101",
        "!!float nan",
        ".inf",
        "[1, 2",
        "- - -",
    ),
)


def mutate(content: bytes, suffix: str, rng: random.Random) -> bytes:
    """Return the content of a file of that suffix with one to three mutations.

    Args:
        content: The file.
        suffix: Its ending with the dot, which tells the format.
        rng: What decides.
    """
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3))):
        content = rng.choice(_mutators(content, suffix))(content, rng)
    return content


def _mutators(content: bytes, suffix: str) -> Sequence[Callable[[bytes, random.Random], bytes]]:
    is_text = b"\0" not in content[:4096]
    if suffix in (".urdf", ".xml", ".mjcf", ".dae"):
        return [_xml] * 12 + [_text] * 3 + [_bytes]
    if suffix == ".usda":
        return [_usd_text] * 8 + [_text] * 5 + [_bytes]
    if suffix == ".yaml":
        return [_yaml] * 8 + [_text] * 5 + [_bytes]
    if suffix in (".pt", ".usdz", ".3mf"):
        return [_archive] * 6 + [_binary]
    return [_text] * 5 + [_bytes] if is_text else [_binary] * 5 + [_bytes]


# -- XML ---------------------------------------------------------------------------------------------------------------


def _xml(content: bytes, rng: random.Random) -> bytes:
    try:
        root = fromstring(content)
    except Exception:  # a mutation before this one broke it
        return _text(content, rng)
    parents = [element for element in root.iter() if len(element)]
    elements = list(root.iter())
    element = rng.choice(elements)
    parent = rng.choice(parents) if parents else root
    with_attributes = [item for item in elements if item.attrib] or [root]
    choice = rng.randrange(11)
    if choice <= 3:  # a value
        item = rng.choice(with_attributes)
        for name in rng.sample(sorted(item.attrib), k=min(1, len(item.attrib))):
            item.set(name, _value(item.get(name, ""), elements, rng))
    elif choice == 4:
        item = rng.choice(with_attributes)
        for name in rng.sample(sorted(item.attrib), k=min(1, len(item.attrib))):
            del item.attrib[name]
    elif choice == 5 and len(parent):
        parent.remove(rng.choice(list(parent)))
    elif choice == 6 and len(parent):
        parent.append(rng.choice(list(parent)))
    elif choice == 7 and len(parent):  # below another one, or below itself
        moved = rng.choice(list(parent))
        target = rng.choice([item for item in elements if item not in list(moved.iter())] or [root])
        parent.remove(moved)
        target.append(moved)
    elif choice == 8:
        element.tag = rng.choice([item.tag for item in elements] + ["unknown", "include", "replicate", "composite"])
    elif choice == 9:  # an attribute of another element
        other = rng.choice(with_attributes)
        element.attrib.update(rng.sample(sorted(other.attrib.items()), k=min(1, len(other.attrib))))
    else:
        element.text = rng.choice(ODD_NUMBERS + ODD_WORDS)
    return _written(root)


def _value(old: str, elements: list[ElementTree.Element], rng: random.Random) -> str:
    parts = old.split()
    choice = rng.randrange(5)
    if choice == 0 and parts:
        parts[rng.randrange(len(parts))] = rng.choice(ODD_NUMBERS)
        return " ".join(parts)
    if choice == 1:
        return " ".join(parts[: rng.randrange(len(parts) + 1)] + rng.choice(([], ["1"], ["1"] * 500)))
    if choice == 2:  # a name that means something elsewhere
        return rng.choice([value for element in elements for value in element.attrib.values()] or [""])
    return rng.choice(ODD_NUMBERS if choice == 3 else ODD_WORDS)


def _written(root: ElementTree.Element) -> bytes:
    text = ElementTree.tostring(root, encoding="unicode")
    return text.encode("utf-8", "surrogatepass")


# -- text --------------------------------------------------------------------------------------------------------------

_NUMBER = re.compile(rb"-?\d+\.?\d*(?:[eE][-+]?\d+)?")
_STRING = re.compile(rb'"[^"\n]*"|@[^@\n]*@|<[^<>\n]*>')


def _replaced(
    content: bytes, pattern: re.Pattern[bytes], choose: Callable[[bytes], bytes], rng: random.Random
) -> bytes:
    places = [match.span() for match in pattern.finditer(content[:2_000_000])]
    if not places:
        return _bytes(content, rng)
    begin, end = rng.choice(places)
    return content[:begin] + choose(content[begin:end]) + content[end:]


def _text(content: bytes, rng: random.Random) -> bytes:
    """Numbers, lines and words of any text."""
    choice = rng.randrange(6)
    if choice <= 1:
        return _replaced(content, _NUMBER, lambda old: rng.choice(ODD_NUMBERS).encode(), rng)
    if choice == 2:
        return _replaced(content, re.compile(rb"\w+"), lambda old: rng.choice(ODD_WORDS).encode(), rng)
    lines = content.split(b"\n")
    first, second = rng.randrange(len(lines)), rng.randrange(len(lines))
    if choice == 3:
        del lines[first : first + rng.choice((1, 1, 3, 20))]
    elif choice == 4:
        lines[first:first] = lines[second : second + rng.choice((1, 1, 5))] * rng.choice((1, 1, 200))
    else:
        lines[first], lines[second] = lines[second], lines[first]
    return b"\n".join(lines)


_USD_TYPES = (
    *(
        b"float",
        b"double",
        b"int",
        b"bool",
        b"token",
        b"string",
        b"float3",
        b"point3f[]",
        b"int[]",
        b"quatf",
        b"matrix4d",
    ),
    *(
        b"rel",
        b"asset",
        b"uniform token",
        b"double3",
        b"timecode",
        b"dictionary",
        b"custom rel",
        b"Xform",
        b"Mesh",
        b"Scope",
    ),
    *(b"PhysicsRevoluteJoint", b"PhysicsFixedJoint", b"PhysicsScene", b"Material", b"Cube", b"Capsule", b"Shader"),
)


def _usd_text(content: bytes, rng: random.Random) -> bytes:
    choice = rng.randrange(7)
    if choice <= 1:
        odd = rng.choice(ODD_NUMBERS).encode()
        return _replaced(content, _NUMBER, lambda old: odd, rng)
    if choice == 2:
        strings = _STRING.findall(content[:500_000])
        return _replaced(content, _STRING, lambda old: rng.choice(strings), rng) if strings else content
    if choice == 3:
        word = rng.choice(ODD_WORDS).encode()
        return _replaced(content, _STRING, lambda old: old[:1] + word + old[-1:], rng)
    if choice == 4:
        kinds = re.compile(rb"\b(?:" + b"|".join(re.escape(kind) for kind in _USD_TYPES) + rb")(?=[\s\[])")
        return _replaced(content, kinds, lambda old: rng.choice(_USD_TYPES), rng)
    if choice == 5:  # a list becomes another length
        lists = re.compile(rb"\([^()\n]*\)|\[[^\[\]\n]*\]")
        return _replaced(
            content, lists, lambda old: rng.choice((b"[]", b"()", b"None", b"[1, 2]", b"(1, 2, 3, 4, 5)")), rng
        )
    line = rng.choice(
        (
            b"    prepend references = @../outside/canary.usda@",
            b"    prepend references = @.@",
            b'    prepend apiSchemas = ["PhysicsArticulationRootAPI", "PhysicsRigidBodyAPI", "PhysicsCollisionAPI"]',
            b"    matrix4d xformOp:transform = ((0,0,0,0),(0,0,0,0),(0,0,0,0),(0,0,0,0))",
            b'    uniform token[] xformOpOrder = ["xformOp:transform", "xformOp:transform", "!invert!xformOp:x"]',
            b"    rel physics:body0 = </nowhere>",
            b'    def Xform "Again" (instanceable = true prepend references = </>) {}',
            b"    float3 xformOp:scale = (0, -1, nan)",
            b"    string a = 'b' }",
        )
    )
    lines = content.split(b"\n")
    lines.insert(rng.randrange(len(lines) + 1), line)
    return b"\n".join(lines)


def _yaml(content: bytes, rng: random.Random) -> bytes:
    choice = rng.randrange(4)
    odd = rng.choice(HOSTILE_YAML + ODD_NUMBERS + ODD_WORDS).encode("utf-8", "replace")
    if choice == 0:
        return _replaced(content, re.compile(rb"(?<=: )[^\n]+"), lambda old: odd, rng)
    if choice == 1:
        return _replaced(content, re.compile(rb"^\s*[\w]+(?=:)", re.MULTILINE), lambda old: odd, rng)
    if choice == 2:  # indentation
        return _replaced(content, re.compile(rb"^ +", re.MULTILINE), lambda old: b" " * rng.randrange(9), rng)
    return _replaced(content, _NUMBER, lambda old: odd, rng)


# -- bytes -------------------------------------------------------------------------------------------------------------


def _bytes(content: bytes, rng: random.Random) -> bytes:
    """Bytes of any file: flips, cuts, copies."""
    data = bytearray(content)
    if not data:
        return bytes(rng.randrange(256) for _ in range(40))
    place = rng.randrange(len(data))
    choice = rng.randrange(4)
    if choice == 0:
        for _ in range(rng.choice((1, 1, 4, 32))):
            data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    elif choice == 1:
        del data[place:]
    elif choice == 2:
        del data[place : place + rng.randrange(1, 64)]
    else:
        other = rng.randrange(len(data))
        data[place:place] = data[other : other + rng.randrange(1, 256)]
    return bytes(data)


def _binary(content: bytes, rng: random.Random) -> bytes:
    """Numbers of binary files, which may be sizes and offsets; a third of them at the file's begin or end."""
    data = bytearray(content)
    if len(data) < 16:
        return _bytes(content, rng)
    size = rng.choice((1, 2, 4, 4, 8, 8))
    region = rng.randrange(3)
    low, high = (
        (0, min(256, len(data)))
        if region == 0
        else (max(len(data) - 512, 0), len(data))
        if region == 1
        else (0, len(data))
    )
    place = min(rng.randrange(low, high) // size * size, len(data) - size)
    old = int.from_bytes(data[place : place + size], "little")
    numbers = (
        0,
        1,
        old + 1,
        old - 1,
        old * 2,
        old ^ (1 << rng.randrange(8 * size)),
        len(data),
        2**31,
        2**32 - 1,
        2**63,
        2**64 - 1,
    )
    new = rng.choice(numbers) % 2 ** (8 * size)
    data[place : place + size] = new.to_bytes(size, "little")
    if rng.random() < 0.1 and len(data) > place + 8:
        data[place : place + 4] = struct.pack("<f", rng.choice((float("nan"), float("inf"), 1e38)))
    return bytes(data)


def _archive(content: bytes, rng: random.Random) -> bytes:
    """Entries of a zip archive: their bytes, their names, too many of them, or one that unfolds to a gigabyte."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            entries = [(info.filename, archive.read(info)) for info in archive.infolist()]
    except Exception:
        return _binary(content, rng)
    index = rng.randrange(len(entries))
    name, data = entries[index]
    choice = rng.randrange(7)
    if choice <= 2:
        change = _pickle if name.endswith(".pkl") else _text if b"\0" not in data[:512] else _binary
        entries[index] = (name, change(data, rng))
    elif choice == 3:
        entries[index] = (rng.choice(("../../outside/hacked", "/tmp/hacked", name.upper(), "", "a" * 300)), data)
    elif choice == 4:
        del entries[index]
    elif choice == 5:
        entries.append((name, _bytes(data, rng)))
    else:
        entries[index] = (name, bytes(2**14) if rng.random() < 0.98 else bytes(2**27))
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED if choice == 6 else zipfile.ZIP_STORED) as archive:
        for entry_name, entry in entries:
            archive.writestr(zipfile.ZipInfo(entry_name or "x"), entry)
    return buffer.getvalue()


def _pickle(data: bytes, rng: random.Random) -> bytes:
    """A pickle that calls what it should not, or is broken."""
    call = rng.choice(
        (b"cos\nsystem\n(S'touch hacked'\ntR.", b"c__builtin__\neval\n(S'1'\ntR.", b"ctorch\nload\n(S'x'\ntR.")
    )
    if rng.random() < 0.4:
        return data[:2] + call
    return _binary(data, rng) if rng.random() < 0.5 else _bytes(data, rng)

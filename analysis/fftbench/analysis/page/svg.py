"""Figures inside a page: SVG whose ids are unique and whose colours follow the page's theme."""

from __future__ import annotations

import re
from collections.abc import Mapping
from xml.etree import ElementTree

SVG = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"


def inline_svg(text: str, prefix: str, label: str, themed: Mapping[str, str]) -> str:
    """Make an `<svg>` element for an HTML page from a file that matplotlib wrote.

    Ids get `prefix`; the colours in `themed` become CSS variables (`--x1c1d21`) that fall back to
    themselves; the element is an image called `label` to screen readers. Raises ParseError where
    `text` is not XML.
    """
    root = ElementTree.fromstring(text)
    for parent in list(root.iter()):
        for child in list(parent):
            if child.tag.endswith(("}metadata", "}style")):
                parent.remove(child)
    for element in root.iter():
        _adapt(element, prefix, themed)
    box = root.get("viewBox", "0 0 1 1").split()
    root.attrib = {
        "viewBox": " ".join(box),
        "width": box[2],
        "height": box[3],
        "role": "img",
        "aria-label": label,
        "style": "stroke-linejoin: round; stroke-linecap: butt",
    }
    ElementTree.register_namespace("", SVG)
    return ElementTree.tostring(root, encoding="unicode")


def variable(colour: str) -> str:
    """Name of the CSS variable of a colour such as `#1c1d21`."""
    return f"--x{colour.removeprefix('#')}"


def _adapt(element: ElementTree.Element, prefix: str, themed: Mapping[str, str]) -> None:
    for name, value in list(element.attrib.items()):
        if name == "id":
            element.set(name, f"{prefix}-{value}")
        elif name == f"{{{XLINK}}}href":
            del element.attrib[name]
            element.set("href", f"#{prefix}-{value.removeprefix('#')}")
        elif "#" in value:  # an id or a colour: paths, the most of a figure, have neither
            own = re.sub(r"url\(#([^)]+)\)", rf"url(#{prefix}-\1)", value)
            for colour in themed:
                own = own.replace(colour, f"var({variable(colour)}, {colour})")
            element.set(name, own)
    if "style" not in element.attrib:
        for name in ("fill", "stroke"):
            value = element.get(name, "")
            if value.startswith("var("):
                element.set("style", f"{name}: {element.attrib.pop(name)}")

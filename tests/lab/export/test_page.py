"""Pages in one file: words are escaped, drawings keep every shape, and nothing is loaded."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from lab.export.drawings import Drawing, Drawings
from lab.export.page import Section, page

SVG = """<?xml version="1.0"?>
<svg width="10mm" height="10mm" viewBox="0 0 40 40" xmlns="http://www.w3.org/2000/svg">
<desc>Generated</desc>
<defs>
<clipPath id="clip1"><rect x="0" y="0" width="9" height="9"/></clipPath>
</defs>
<g fill="none" stroke="#00ff00" stroke-opacity="1" transform="matrix(1,0,0,1,0,0)"
font-family="Inter" font-size="13" >
</g>
<g fill="#ff0000" fill-opacity="0.5" stroke="none" transform="matrix(1,0,0,1,0,0)"
font-family="Inter" font-size="13" clip-path="url(#clip1)" >
<rect x="1" y="2" width="3" height="4"/>
<text x="5" y="6" fill="#ff0000" stroke="none" font-size="13">a &lt; fill="b"</text>
</g>
<g fill="#ff0000" fill-opacity="0.5" stroke="none" transform="matrix(2,0,0,2,5,5)"
font-family="Inter" font-size="13" >
<circle cx="3" cy="4" r="5"/>
</g>
</svg>
"""


DARK = SVG.replace("#ff0000", "#00ffff")


def written(*drawings: Drawing) -> tuple[str, list[str], Drawings]:
    made = Drawings()
    for each in drawings:
        made.add(each)
    return *made.write(), made


def test_a_drawing_keeps_its_shapes_and_both_looks_under_one_name() -> None:
    shared, (found,), made = written(Drawing(SVG, DARK))
    assert [found.count(f"<{tag}") for tag in ("g", "rect", "text", "circle")] == [2, 1, 1, 1]
    assert '<rect x="1" y="2" width="3" height="4"/>' in found
    assert 'transform="matrix(2,0,0,2,5,5)"' in found and "matrix(1,0,0,1,0,0)" not in found
    assert '<clipPath id="d0"><rect x="0" y="0" width="9" height="9"/></clipPath>' in shared
    assert 'clip-path="url(#d0)"' in found
    assert '>a &lt; fill="b"</text>' in found  # words stay as they are
    names = re.findall(r'<g class="(\w+)"', found)
    assert len(set(names)) == 1  # both groups look the same
    rest = "fill-opacity:0.5;stroke:none;font-family:Inter;font-size:13px}"
    assert f".{names[0]}{{fill:#ff0000;{rest}" in made.sheet
    assert f".{names[0]}{{fill:#00ffff;{rest}" in made.dark_sheet


def test_a_shape_of_one_look_alone_is_shown_in_it_alone() -> None:
    more = DARK.replace("</svg>", '<g fill="#123456"><rect x="7" y="7"/></g></svg>')
    _, (found,), _ = written(Drawing(SVG, more))
    (only,) = re.findall(r'<g class="dark">(.*?)</g></svg>', found)
    assert '<rect x="7" y="7"/>' in only and found.count("<rect") == 2
    assert 'class="light"' not in found


def test_what_repeats_is_written_once() -> None:
    shared, drawn, _ = written(*(Drawing(SVG, DARK) for _ in range(20)))
    assert len(set(drawn)) == 1 and len(drawn) == 20
    for tag in ('<rect x="1"', "<text", "<circle", "<clipPath"):
        assert (shared + drawn[0]).count(tag) == 1
    (name,) = re.findall(r'<use href="#(\w+)"/></svg>', drawn[0])
    assert f'id="{name}"' in shared and len(drawn[0]) < 100


class Loads(HTMLParser):
    """Notes what a page would load, and its identifiers."""

    def __init__(self) -> None:
        super().__init__()
        self.loaded: list[str] = []
        self.names: list[str] = []
        self.wanted: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = dict(attrs)
        self.loaded += [v for k, v in attrs if k in ("src", "href") and v and v[0] != "#"]
        self.wanted += [v[1:] for k, v in attrs if k == "href" and v and v[0] == "#"]
        self.names += [v for k, v in known.items() if k == "id" and v]

    def handle_data(self, data: str) -> None:
        self.text += data


def test_a_page_is_whole_in_itself_and_escapes_words() -> None:
    steps = [
        Section(f"Step {k}", "a < b", "1 < 2", "<script>x</script>", (Drawing(SVG, SVG),) * 2)
        for k in (1, 2)
    ]
    html = page("A & B", "smitsilab lesson <mcts>", steps)
    reader = Loads()
    reader.feed(html)
    assert not reader.loaded and "<script>" not in html
    assert len(set(reader.names)) == len(reader.names) and set(reader.wanted) <= set(reader.names)
    for words in ("A & B", "smitsilab lesson <mcts>", "Step 2", "<script>x</script>"):
        assert words in reader.text
    assert "prefers-color-scheme: dark" in html
    assert html.count("<svg viewBox") == 4


def test_steps_are_shown_one_at_a_time_by_a_script_alone() -> None:
    sections = [Section(f"Step {k}", why="because") for k in range(3)]
    whole, stepped = (page("A lesson", "", sections, stepped=on) for on in (False, True))
    assert "<script" not in whole and stepped.count("<script>") == 1
    without = re.sub(r"<script>.*?</script>\n", "", stepped, flags=re.DOTALL)
    assert re.findall(r"<section.*?</section>", without, re.DOTALL) == re.findall(
        r"<section.*?</section>", whole, re.DOTALL
    )
    assert "class=" not in without[without.index("<body") : without.index("<section")]
    hides = [rule for rule in re.findall(r"[^{}]+\{[^{}]*\}", without) if "section" in rule]
    assert all(".one section" in rule for rule in hides if "display: none" in rule)
    assert "@media screen { .one section { display: none; }" in without  # paper has all steps
    script = stepped[stepped.index("<script>") :]
    assert "://" not in script and "src=" not in stepped and "import" not in script
    for names in ("Back", "Next", "Show all", "ArrowLeft", "ArrowRight", "location.hash"):
        assert names in script

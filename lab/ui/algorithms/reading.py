"""A window to read while a match goes on: the rules of each game, the words of the lab, and the
guide.
"""

from __future__ import annotations

import re
from html import escape

from PySide6.QtCore import Qt
from PySide6.QtGui import (
    QShowEvent,
    QTextBlock,
    QTextBlockFormat,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QListWidget,
    QListWidgetItem,
    QTextBrowser,
    QWidget,
)

from engines import games
from lab.rulebook import ReadingPage, glossary, guide, rules_page
from lab.ui.algorithms.chapter_html import styled
from lab.ui.parts import theme
from lab.ui.parts.layout import row
from resources import path

GLOSSARY, GUIDE = "glossary", "guide"  # the latter is also how names of its pages begin
WIDE, HIGH, LIST = 820, 620, 190  # pixels at 100 %


def reading_html(page: ReadingPage, look: theme.Theme) -> str:
    """A page as rich text."""
    body = [f'<p class="big">{escape(page.title)}</p><p class="lead">{marked(page.lead)}</p>']
    for passage in page.passages:
        body.append(f'<p class="head">{escape(passage.title)}</p>')
        for block in passage.blocks:
            if isinstance(block, str):
                body.append(f"<p>{marked(block)}</p>")
            else:
                items = "".join(f"<li>{_item(item)}</li>" for item in block)
                body.append(f'<ul type="disc">{items}</ul>')
    return styled("".join(body), look)


def marked(text: str) -> str:
    """A line of text with what is between `backticks` in fixed type; numbers keep their units."""
    kept = re.sub(r"(\d) (%|m|m/s|m/s²|×|turns|points)\b|(\d) %", _kept, escape(text))
    return re.sub(r"`([^`]+)`", r'<span class="code">\1</span>', kept)


def _kept(found: re.Match[str]) -> str:
    return found[0].replace(" ", "&nbsp;")


def _item(text: str) -> str:
    """An item of a list, with its name in bold."""
    name, colon, rest = text.partition(": ")
    return f'<span class="name">{marked(name)}</span>: {marked(rest)}' if colon else marked(text)


def spaced(text: QTextDocument, look: theme.Theme) -> None:
    """Parts paragraphs from one another, which Markdown leaves to the style."""
    block, gap = text.begin(), QTextBlockFormat()
    while block.isValid():
        cursor, following = QTextCursor(block), block.next()
        goes_on = _is_code(block) and following.isValid() and _is_code(following)
        if cursor.currentTable() is None and not goes_on:
            gap.setBottomMargin(look.px(4 if block.textList() is not None else 9))
            cursor.mergeBlockFormat(gap)
        block = following


def _is_code(block: QTextBlock) -> bool:
    return block.begin() != block.end() and block.begin().fragment().charFormat().fontFixedPitch()


class ReadingWindow(QDialog):
    """All pages in a list, one of them open. The window is not modal: the match goes on."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Rules, words and guide")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
        self.list, self.text = QListWidget(self), QTextBrowser(self)
        self.list.setAccessibleName("Pages")
        self.text.setAccessibleName("Page")
        self.text.setOpenLinks(False)
        self.text.setSearchPaths([str(path("docs"))])
        for part in (self.list, self.text):
            part.setFrameShape(QFrame.Shape.NoFrame)
        row(self.list, (self.text, 1), of=self, gap=0)
        self._fill()
        self.list.currentRowChanged.connect(self._show)
        theme.changed.connect(self._restyled)
        self._restyled()

    def _fill(self) -> None:
        titles = {name: game.title for name, game in games().items()}
        for name, title in sorted(titles.items(), key=lambda pair: pair[1]):
            self._add(name, title)
        self._add(GLOSSARY, "Words of the lab")
        self._guide = {f"{GUIDE} {page.name}": page for page in guide()}
        for name, written in self._guide.items():
            self._add(name, written.title)

    def _add(self, name: str, title: str) -> None:
        item = QListWidgetItem(title)
        item.setData(Qt.ItemDataRole.UserRole, name)
        self.list.addItem(item)

    @property
    def name(self) -> str:
        """The game whose page is open, or GLOSSARY."""
        item = self.list.currentItem()
        return str(item.data(Qt.ItemDataRole.UserRole)) if item is not None else ""

    def open_page(self, name: str) -> None:
        """Opens a game's page, the glossary or the guide, and shows the window."""
        rows = range(self.list.count())
        names = [str(self.list.item(r).data(Qt.ItemDataRole.UserRole)) for r in rows]
        at = [r for r in rows if names[r].partition(" ")[0] == name]
        self.list.setCurrentRow(at[0] if at else 0)
        if not self.isVisible():
            room, look = self.screen().availableSize(), theme.current()
            self.resize(min(look.px(WIDE), room.width()), min(look.px(HIGH), room.height()))
        self.show()
        self.raise_()
        self.activateWindow()

    def _show(self, _row: int = 0) -> None:
        if written := self._guide.get(self.name):
            self.text.setMarkdown(written.text)
            spaced(self.text.document(), theme.current())
        elif self.name:
            page = glossary() if self.name == GLOSSARY else rules_page(games()[self.name])
            self.text.setHtml(reading_html(page, theme.current()))
        self.text.document().setDocumentMargin(theme.current().px(20))
        self.text.verticalScrollBar().setValue(0)

    def _restyled(self, _theme: object = None) -> None:
        look = theme.current()
        panel, ink = look.colour("panel").name(), look.colour("ink").name()
        self.list.setFixedWidth(look.px(LIST))
        self.list.setStyleSheet(
            f"QListWidget {{ background: {panel}; border: none; outline: none; "
            f"padding: {look.px(8)}px 0; }}"
            f"QListWidget::item {{ padding: {look.px(4)}px {look.px(12)}px; color: {ink}; }}"
            f"QListWidget::item:selected {{ background: {look.colour('mark').name()}; }}"
        )
        self.text.setStyleSheet(f"background: {look.colour('field').name()}; color: {ink};")
        self._show()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not event.spontaneous():
            self.list.doItemsLayout()  # rows were measured before they had their style
            self.text.setFocus()

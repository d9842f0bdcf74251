"""The page to read: the rules of each game, the words of the lab, and the guide."""

from __future__ import annotations

import re
from html import escape

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import (
    QKeyEvent,
    QResizeEvent,
    QShowEvent,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextTable,
)
from PySide6.QtWidgets import QFrame, QTextBrowser, QWidget

from engines import games
from lab.rulebook import ReadingPage, glossary, guide, rules_page
from lab.ui.algorithms.chapter_html import styled
from lab.ui.parts import theme
from lab.ui.parts.combos import Entry
from lab.ui.parts.entry_list import EntryList
from lab.ui.parts.layout import column, row
from lab.ui.parts.messages import one_line
from lab.ui.shell.workspaces import GLOSSARY, GUIDE, PAGE_OF, RULES, WorkspacePage
from resources import path

TITLES = {view: PAGE_OF[view].views[view] for view in (RULES, GLOSSARY, GUIDE)}
LIST, TEXT = 256, 760  # pixels at 100 %: the list, and the widest line of text


def reading_html(page: ReadingPage, look: theme.Theme) -> str:
    """A page as rich text."""
    body = [f'<p class="big">{escape(page.title)}</p><p class="lead">{marked(page.lead)}</p>']
    for passage in page.passages:
        title = escape(passage.title)
        body.append(f'<p class="head"><a name="{title}"></a>{title}</p>')
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
    """Parts paragraphs and tables from one another and sizes the headings, which Markdown leaves
    to the style.
    """
    block, gap = text.begin(), QTextBlockFormat()
    while block.isValid():
        cursor, following = QTextCursor(block), block.next()
        goes_on = _is_code(block) and following.isValid() and _is_code(following)
        if cursor.currentTable() is None and not goes_on:
            gap.setBottomMargin(look.px(4 if block.textList() is not None else 9))
            cursor.mergeBlockFormat(gap)
        if level := block.blockFormat().headingLevel():
            size = QTextCharFormat()
            size.setFont(look.font(theme.CLOCK if level == 1 else theme.TITLE, bold=True))
            cursor.select(QTextCursor.SelectionType.BlockUnderCursor)
            cursor.setCharFormat(size)  # merged, Markdown's own would make it larger
        block = following
    for frame in text.rootFrame().childFrames():
        if isinstance(frame, QTextTable):
            room = frame.format()
            room.setTopMargin(look.px(9))
            room.setBorder(0)
            frame.setFormat(room)


def _is_code(block: QTextBlock) -> bool:
    return block.begin() != block.end() and block.begin().fragment().charFormat().fontFixedPitch()


class ReaderPage(WorkspacePage):
    """The rules of each game, the words of the lab, and the guide: each a list, and what is chosen
    in it. `left` is given when a person wants back to where they were.
    """

    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Reading")
        self._view, self._drawn = "", ("", "")
        self._guide = {page.name: page for page in guide()}
        self._head = one_line("", "title", self)
        self.list, self.text = EntryList("Pages", self), QTextBrowser(self)
        self.text.setAccessibleName("Page")
        self.text.setOpenLinks(False)
        self.text.setSearchPaths([str(path("docs"))])
        self.text.setLineWrapMode(QTextBrowser.LineWrapMode.FixedPixelWidth)
        self.text.setFrameShape(QFrame.Shape.NoFrame)
        self._side = QWidget(self)
        column(self._head, (self.list, 1), of=self._side, gap=0)
        row(self._side, (self.text, 1), of=self, gap=0)
        self.list.chosen.connect(self._show)
        theme.changed.connect(self._restyled)
        self.open_view(RULES)
        self._restyled()

    @property
    def view_name(self) -> str:
        return self._view

    @property
    def name(self) -> str:
        """The game, the heading or the page of the guide that is open."""
        return self.list.name

    def open_view(self, view: str, name: str = "") -> None:
        """Opens one of the three, at the page of a game or at a heading; "" for where it was, or
        its beginning.
        """
        if view != self._view:
            self._view = view
            self._head.setText(TITLES[view])
            with QSignalBlocker(self.list):
                self.list.set_entries([Entry(each, title) for each, title in self._entries()])
        self.list.choose(name)
        self._show()

    def _entries(self) -> list[tuple[str, str]]:
        """Names and titles of what the list of the view has."""
        if self._view == RULES:
            titles = {name: game.title for name, game in games().items()}
            return sorted(titles.items(), key=lambda pair: pair[1])
        if self._view == GLOSSARY:
            return [(each.title, each.title) for each in glossary().passages]
        return [(name, page.title) for name, page in self._guide.items()]

    def _show(self, _name: str = "") -> None:
        look = theme.current()
        of_words = self._view == GLOSSARY
        drawn = (self._view, "" if of_words else self.name)  # the words are one page
        if drawn != self._drawn:
            self._drawn = drawn
            if self._view == GUIDE:
                self.text.setMarkdown(self._guide[self.name].text)
                spaced(self.text.document(), look)
            else:
                page = glossary() if of_words else rules_page(games()[self.name])
                self.text.setHtml(reading_html(page, look))
            self.text.document().setDocumentMargin(look.px(24))
            self.text.verticalScrollBar().setValue(0)
        if of_words and self.list.currentIndex().row() > 0:
            self.text.scrollToAnchor(self.name)
        elif of_words:
            self.text.verticalScrollBar().setValue(0)

    def _restyled(self) -> None:
        look = theme.current()
        panel, ink = look.colour("panel").name(), look.colour("ink").name()
        self._head.setFixedHeight(look.px(40))
        self._head.setContentsMargins(look.px(12), 0, 0, 0)
        self._side.setFixedWidth(look.px(LIST))
        self.list.setStyleSheet(
            f"QListView {{ background: {panel}; border: none; outline: none; }}"
            f"QListView::item {{ padding: {look.px(4)}px {look.px(12)}px; color: {ink}; }}"
            f"QListView::item:selected {{ background: {look.colour('mark').name()}; }}"
        )
        self.text.setStyleSheet(f"background: {look.colour('field').name()}; color: {ink};")
        self._drawn = ("", "")
        self._fit()
        self._show()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Lines as long as is good to read, or as there is room for."""
        look = theme.current()
        room = self.width() - (0 if self._side.isHidden() else look.px(LIST)) - look.px(24)
        self.text.setLineWrapColumnOrWidth(max(look.px(200), min(look.px(TEXT), room)))

    def set_lecture(self, on: bool, hides: bool = False) -> None:
        """Without the list."""
        self._side.setVisible(not on)
        self._fit()

    def take_focus(self) -> None:
        self.text.setFocus(Qt.FocusReason.OtherFocusReason)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not event.spontaneous():
            self.list.doItemsLayout()  # rows were measured before they had their style
            self.take_focus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc leads back."""
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

"""How a numeric knob maps to a slider: positions, steps, ticks and texts, linear or logarithmic. No
Qt.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from engines.knobs import Knob
from lab.words import numerals
from lab.words.numerals import MULTIPLES, number

PER_DECADE = 20  # steps of a logarithmic knob per factor of ten
FINEST = 1000  # most positions of a slider
KILO = 1024


@dataclass(frozen=True)
class Tick:
    """A tick at `t` in 0..1 along the groove; minor ones have no label."""

    t: float
    label: str = ""


class Scale:
    """The mapping for one "number" or "integer" knob."""

    def __init__(self, knob: Knob) -> None:
        self.knob = knob
        self.low, self.high = float(knob.low), float(knob.high)
        self.log = knob.log and self.low > 0
        # Sizes of memory go by powers of two.
        self.octaves = (
            self.log
            and knob.kind == "integer"
            and all(math.log2(v).is_integer() for v in (self.low, self.high))
        )

    @property
    def positions(self) -> int:
        """How many steps the slider has."""
        if self.octaves:
            return round(math.log2(self.high / self.low))
        if self.log:
            return FINEST
        return max(1, min(FINEST, round((self.high - self.low) / self.knob.step)))

    def t(self, value: float) -> float:
        """Where a value is, 0..1."""
        if self.high <= self.low:
            return 0.0
        t = (
            math.log(value / self.low) / math.log(self.high / self.low)
            if self.log
            else (value - self.low) / (self.high - self.low)
        )
        return max(0.0, min(1.0, t))

    def value(self, t: float) -> float:
        """The round value at a place 0..1."""
        t = max(0.0, min(1.0, t))
        if self.octaves:
            return float(self.low * 2 ** round(t * self.positions))
        if self.log:
            return self._round(self.low * (self.high / self.low) ** t)
        return self._round(
            self.low + self.knob.step * round(t * (self.high - self.low) / self.knob.step)
        )

    def stepped(self, value: float, steps: int) -> float:
        """The value `steps` steps away."""
        if self.octaves:
            return self.value(self.t(value) + steps / self.positions)
        if not self.log:
            return self._round(value + steps * self.knob.step)
        moved = self._round(value * 10 ** (steps / PER_DECADE))
        return (
            moved if moved != value else self._round(value + math.copysign(self.knob.step, steps))
        )

    def _round(self, value: float) -> float:
        """To two figures on a logarithmic scale, to whole steps on a linear one; inside the
        range.
        """
        if self.log:
            digits = 1 - math.floor(math.log10(abs(value))) if value else 0
            value = round(value, digits)
        if self.knob.kind == "integer":
            value = round(value)
        return float(min(self.high, max(self.low, round(value, 9))))

    def text(self, value: float) -> str:
        """The value as it is shown, without its unit."""
        if self.knob.top and value >= self.high:
            return self.knob.top
        if self.octaves:
            return numerals.size(round(value))
        if self.knob.kind == "integer" or abs(value) >= 1000:
            return numerals.count(value)
        return numerals.real(value, self._digits(value))

    def _digits(self, value: float) -> int:
        if self.log:
            return 2 if abs(value) >= 0.1 else 3
        return max(0, min(4, -math.floor(math.log10(self.knob.step) + 1e-9)))

    def typed(self, value: float) -> str:
        """The value as a person would type it: only whole numbers are written in groups."""
        text = self.text(value)
        return text if self.knob.kind == "integer" else text.replace(",", "")

    def parse(self, text: str) -> float:
        """The number in a text ("4,000", "64 k", "to the end"); ValueError with a sentence if it
        is none of the knob's.
        """
        if self.knob.top and text.strip().lower() == self.knob.top.lower():
            return self.high
        whole = self.knob.kind == "integer"
        factors = {name: KILO**i for i, name in enumerate(MULTIPLES, 1)} if self.octaves else None
        return number(text, self.low, self.high, whole=whole, factors=factors or MULTIPLES)

    def ticks(self, room: float) -> list[Tick]:
        """Ticks with labels at round places, at most one label for each 38 pixels of `room` at 100
        %.
        """
        most = max(2, int(room / 38))
        if self.octaves:
            return self._octave_ticks()
        return self._log_ticks() if self.log else self._linear_ticks(most)

    def _octave_ticks(self) -> list[Tick]:
        """A tick for each doubling, a label for each factor of sixteen."""
        n = self.positions
        return [
            Tick(i / n, self._label(self.low * 2**i) if i % 4 == 0 or i == n else "")
            for i in range(n + 1)
        ]

    def _log_ticks(self) -> list[Tick]:
        """Labels at the ends and the powers of ten between, ticks at 2 and 5 times those."""
        ticks = [Tick(0.0, self._label(self.low)), Tick(1.0, self._label(self.high))]
        decades = range(math.floor(math.log10(self.low)), math.ceil(math.log10(self.high)) + 1)
        fine = len(decades) <= 5
        for decade in decades:
            for factor in (1, 2, 5) if fine else (1,):
                value = factor * 10.0**decade
                if self.low * 1.001 < value < self.high * 0.999:
                    ticks.append(Tick(self.t(value), self._label(value) if factor == 1 else ""))
        return sorted(ticks, key=lambda tick: tick.t)

    def _linear_ticks(self, most: int) -> list[Tick]:
        step = numerals.nice_step(self.high - self.low, most)
        if self.knob.kind == "integer":
            step = max(1.0, math.ceil(step))
        half = (
            step / 2
            if (self.high - self.low) / step <= 4 and (self.knob.kind != "integer" or step % 2 == 0)
            else step
        )
        ticks = [Tick(0.0, self._label(self.low)), Tick(1.0, self._label(self.high))]
        for i in range(math.ceil(self.low / half), math.floor(self.high / half) + 1):
            value = i * half
            if self.low < value < self.high:
                ticks.append(
                    Tick(self.t(value), self._label(value) if value % step < 1e-9 * step else "")
                )
        return sorted(ticks, key=lambda tick: tick.t)

    def _label(self, value: float) -> str:
        if self.octaves:
            return numerals.size(round(value))
        if abs(value) >= 1000:
            return numerals.count(value)
        return f"{value:g}".replace("-", numerals.MINUS)

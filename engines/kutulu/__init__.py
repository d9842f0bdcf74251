"""Code of Kutulu: four explorers in a maze try to stay sane longer than the others."""

from engines.kutulu.game import CodeOfKutulu

__all__ = ["CodeOfKutulu"]

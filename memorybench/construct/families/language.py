"""Whether a file's own names are English, so that nouns taken from it can be put into the plural.

A small heuristic on purpose: the names of storeys, rooms and types are searched for letters and whole words that
English building models do not have. A file that names one storey so, or a tenth of everything, is not English.
"""

from __future__ import annotations

import re

from memorybench.ifc.index import ModelIndex

# Letters of European languages, then whole scripts: Greek, Cyrillic, Arabic, Japanese and Chinese. Of lower case:
# without regard to case, the Turkish dotless i would be every i.
_FOREIGN_LETTERS = re.compile(
    r"[äöüßåæøçñáíóúèìòâêôãõąćęłńśźżčďěňřšťůžğışőű]|[\u0370-\u03ff\u0400-\u04ff\u0600-\u06ff\u3040-\u30ff\u4e00-\u9fff]"
)
# Without words that are English, too, or occur in product names (plan, die, terra, piano, camera, salon).
_WORDS = (
    # German
    "erdgeschoss untergeschoss obergeschoss dachgeschoss kellergeschoss geschoss keller eg og dg ug bad flur diele "
    "wohnen schlafen schlafzimmer wohnzimmer kinderzimmer zimmer raum und mit der das für wand decke fenster "
    # French
    "rez-de-chaussée étage sous-sol toiture chambre cuisine salle couloir avec pour porte fenêtre mur "
    # Italian, Spanish and Portuguese
    "interrato bagno soggiorno finestra tecnico corsia solaio pilastro parapetto scala locale varco "
    "estaca bloco laje pilar travessa longarina placa barreira tabuleiro "
    "baja sótano cubierta baño cocina puerta ventana "
    # Dutch and the Nordic countries
    "begane verdieping kelder badkamer keuken slaapkamer deur raam vloer kozijn binnendeur kleedruimte kanaalplaat "
    "våning dörr fönster etasje"
)
_FOREIGN_WORDS = frozenset(_WORDS.split())
_SHARE = 0.1


def speaks_english(index: ModelIndex) -> bool:
    """Whether the names of storeys, rooms and types look English."""
    if "speaks_english" not in index.derived:
        index.derived["speaks_english"] = _looks_english(index)
    return bool(index.derived["speaks_english"])


def _looks_english(index: ModelIndex) -> bool:
    if any(_foreign(storey.name) for storey in index.storeys):
        return False
    names = {name for space in index.spaces for name in (space.name, space.long_name) if name}
    names |= {item.type_name or item.object_type for item in index.elements if item.type_name or item.object_type}
    return sum(map(_foreign, names)) <= _SHARE * len(names)


def _foreign(name: str) -> bool:
    words = re.findall(r"[^\W\d_]+(?:-[^\W\d_]+)*", name.casefold())
    return bool(_FOREIGN_LETTERS.search(name.lower())) or any(word in _FOREIGN_WORDS for word in words)


def english_plural(noun: str) -> str:
    """``cubby`` -> ``cubbies``, ``counter top with sink hole`` -> ``counter tops with sink hole``."""
    head, joint, rest = noun.partition(" with ")
    if joint:
        return f"{english_plural(head)} with {rest}"
    if noun.endswith(("s", "x", "ch", "sh")):
        return noun + "es"
    return noun[:-1] + "ies" if noun.endswith("y") and noun[-2:-1] not in "aeiou" else noun + "s"


def foreign_plural(noun: str) -> str:
    """How English speakers put a foreign noun into the plural: unchanged where that is one, else ``… units``."""
    if noun.endswith(("er", "el", "chen", "lein")):  # German: der Heizkörper, die Heizkörper
        return noun
    return noun + "s" if noun[-1:] in "aiouy" else f"{noun} units"

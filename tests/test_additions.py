"""A study, a game and a policy are one file each: they are added here from a folder of their own."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

import goatsim
from goatsim.seats import named
from goatsim.studies import base

# The package also has a function of that name, which hides the module.
games = import_module("goatsim.games.load")

STUDY = '''"""How many tricks do we take?"""

from goatsim.lang import us
from goatsim.runs.tasks import Ask
from goatsim.studies.base import Part, Report, Study, estimated


def report(setting, tables):
    mean = tables["tricks"].mean()
    return Report(f"We take {mean.value:.2f} tricks.", {"mean": [estimated(mean, "mean")]}, {"empty": lambda ax: ax})


def parts(setting):
    return (Part((setting.arm(),), (Ask("tricks", us.tricks),), "tricks"),)


STUDY = Study("ours-alone", "How many tricks?", lambda rules: "", parts, report, "tricks")
'''
GAME = 'base = "bare"\ntitle = "Everybody leads"\ntrump_lead = "all"\n'
POLICY = '''from goatsim.seats.define import policy
from goatsim.words import highest, lowest


@policy
class Timid:
    """Leads high, follows low."""

    def lead(v):
        return highest(v.legal)

    def follow(v):
        return lowest(v.legal)
'''


def test_a_study_from_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "ours_alone.py").write_text(STUDY)
    monkeypatch.setattr(base, "FOLDERS", [*base.FOLDERS, str(tmp_path)])
    assert "ours-alone" in base.study_names() and "eggs" in base.study_names()
    lab = goatsim.at("bare", policies="low", deals=500, progress="never")
    (answer,) = lab.study("ours-alone")
    ours = [sum(trick.winner in (0, 2) for trick in record.tricks) for record in lab.replay(0, 500)]
    assert answer.tables["mean"][0]["mean"] == sum(ours) / 500
    assert answer.headline == f"We take {sum(ours) / 500:.2f} tricks."
    axes = answer.plot()
    assert any("500 deals of bare; low in every seat; seed 0" in text.get_text() for text in axes.texts)


def test_a_game_and_a_policy_from_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "everybody.toml").write_text(GAME)
    (tmp_path / "timid.py").write_text(POLICY)
    monkeypatch.setattr(games, "FOLDERS", [*games.FOLDERS, tmp_path])
    monkeypatch.setattr(named, "FOLDERS", [*named.FOLDERS, str(tmp_path)])
    assert "everybody" in games.names() and "timid" in named.names()
    lab = goatsim.at("everybody", policies="timid", deals=500, progress="never")
    (answer,) = lab.study("eyes")
    ours = [record.result.eyes[0] for record in lab.replay(0, 500) if record.result and record.result.eyes]
    assert answer.tables["means"][0]["mean"] == sum(ours) / 500
    assert answer.to_json()["rules"] == "everybody" and answer.to_json()["policies"] == ["timid"] * 4

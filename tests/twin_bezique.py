"""The slow, obvious twin of `bezique`: melds, a stock, and the last eight tricks (11).

Written from the rules alone, with names and lists; section numbers are those of the rules. Seat 0 makes the first lead,
seat 1 deals. In a match the deal's seat 0 is whoever does not deal, so that each of its deals is the single deal of its
index.

**Cards.** The pack goes suit by suit (C S H D), in a suit A T K Q J 9 8 7, both copies side by side: AC AC TC TC ...
The stock has 48 cards, top first; the last is the turn-up. Yardstick order is that of the deal: plain cards rank by
rank from the seven, within a rank C S H D, and then the trumps from the seven; the copies of a card side by side.

**Copies.** A player names a card, not a copy. Every copy has a mark: the sum of 16 if it was declared (sevens), 8 if it
served in a sequence, 4 in a marriage, 2 in a bezique, 1 in four of a rank. Of two copies in a hand the one with the
greater mark is taken (copies with equal marks are interchangeable: the first of the pack): played, exchanged, and used
in a meld among those that may serve. So nobody plays a fresh card while he holds its worn copy, a record of names says
everything, and no result depends on which copy is called the first.

**Melds**, in the order of the table: `sequence` 250, `royal_marriage` 40, `marriage` 20 (of each plain suit: C S H D),
`four_aces` 100, `four_kings` 80, `four_queens` 60, `four_jacks` 40, `bezique` 40, `double_bezique` 500. One can be made
if the hand, open cards included, holds cards for it that may serve:

* `sequence`: A T K Q J of trumps, none with mark 8.
* marriages: K and Q of a suit, none with mark 4; in a royal marriage not both with mark 8, whether of one sequence or
  of two.
* four of a rank: four cards of it, none with mark 1, of any suits, equal ones too. Taken by the greatest mark, then in
  yardstick order.
* `double_bezique`: both QS and both JD, of which either all four are without mark 2, or (`double_after_single`) just
  one of each has it.
* `bezique`: QS and JD without mark 2, but not where one of each in the hand has it and a double bezique can be made
  instead.

Cards are chosen from left to right as the meld is written here; each is the one of the greatest mark with which the
meld can still be made.

**After a trick** up to the 23rd (with `meld_after_trick_24` the 24th) its winner is asked, in this order, before he
draws:

1. `exchange`, yes or no: if he holds a seven of trumps and the turn-up is none. 10. So it happens at most once a deal.
2. `declare`, yes or no: if he holds a seven of trumps that was not declared; after a yes once more if he holds another.
   10 each. A seven just exchanged is no longer his, one declared after an earlier trick may be exchanged.
3. `meld`: one of the melds that can be made, or none; asked if there is any. The card just exchanged may serve.

With `seven_uses_meld` one exchange or one declaration is the trick's meld: nothing more is asked after it. Whenever a
question cannot be answered in two ways it is not asked.

**Policies.** `random`: any legal card, number floor(n c / 2^32) of the n legal cards in yardstick order, copies
counted, c being the seat's coin number t for trick t (from 0); exchanges and declares with chance 1/2, yes if floor(2 c
/ 2^32) is 1; of n melds in the order of the table number floor((n + 1) c / 2^32), number n being none. c of these
questions is the coin of a question apart from the play (as for redeals: question number n of the seat in the deal takes
coin 0 of attempt 1 + n).

`low`: plays the first legal card in yardstick order; exchanges and declares whenever it can; makes the dearest meld it
can, the first in the order of the table among those worth the same.

**Where the rules are silent.**

* `sevens` of a result counts the turned, exchanged, declared and played ones; `melds` the melds alone.
* A seven that is played scores if it was not declared, under `every_event` in any case; in tricks 1-24 only.
* With `meld_after_trick_24` sevens, too, may be exchanged and declared after trick 24: they end with melding.
* Phase 2: "higher card of the suit led" is a rank above: its copy does not win. Void of the suit led, any trump must be
  played.
* `last_trick=24` gives the 10 to the winner of trick 24.
* `target_check=instant` stops the match when an event (the turned seven, a seven, a meld, the last trick) brings a
  player to the target: the deal is not played on and its brisques do not count (`played` is `stopped`). Brisques are
  counted at the end for both at once.
* Equal totals from the target up: another deal, until they differ at the end of one.
* A deal's outcome is `win`, or `tie` if both scored the same. The first dealer of a match is seat 1.
"""

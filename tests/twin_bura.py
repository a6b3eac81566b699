"""The slow, obvious twin of `bura`, `bura-hammer` and `bura-two`: sets of cards led and beaten (10).

Written from the rules alone, with names and lists; section numbers are those of the rules. Seat 0 makes the first lead
of a single deal, the hands are those of seats 0, 1, ... in turn. In a match the deal's seat k is the seat at the table
k places clockwise from whoever makes its first lead, so that each of its deals is the single deal of its index.

**Order.** The pack goes suit by suit (C S H D), in a suit A T K Q J 9 8 7 6. Yardstick order is that of the deal: plain
cards rank by rank from the six, within a rank C S H D, and then the trumps from the six. A set of a hand has a number:
write the hand in yardstick order, its first card counts 1, the second 2, the third 4, the fourth 8; sets come in the
order of their numbers.

**Policies.** Each seat answers three questions.

* `claim_lead`, yes or no: asked at the start of a trick of every seat whose four cards are of one suit (under
  `four_trumps`: are trumps), from the leader clockwise, until somebody says yes, who then leads the four cards. The
  leader is asked as well; his yes is a claim like any other. It is not asked of a seat with fewer than four cards.
* `set_lead`, a set: one to all of the cards, of one suit; under `rank_leads` also two to four of one rank.
* `set_answer`, a set of as many cards, and whether to lay it face up. It beats if it is laid face up and could; a set
  that is to lie face up and does not beat is put down face down, so a set can be kept from beating but not made to.

`random`: claims with chance 1/2, yes if floor(2 c / 2^32) is 1; leads set number floor(n c / 2^32) of the n sets that
may be led; answers with j = floor(2 n c / 2^32) of the n sets of that many cards of its hand: set number floor(j / 2),
face up if j is even, so that a set that beats is laid face up with chance 1/2. c of a lead or an answer is the seat's
coin number t, where t is the trick (from 0); c of a claim is the coin of a question apart from the play (as for
redeals: question number n of the seat in the deal takes coin 0 of attempt 1 + n).

`low`: never claims; leads the first card of its hand in yardstick order, alone; answers with the first cards of its
hand in yardstick order, face up, whether they beat or not.

**Where the rules are silent.**

* `pairing=positional`: both sets in yardstick order, and the first must beat the first, the second the second, and so
  on. (If cards were paired as they happen to be laid, whoever beats would only have to lay them well.)
* `trump=random_stock_card`: any place of the stock, all equally likely; the card stays there. `cut_card`: the pack is
  cut before it is dealt, so any of its 36 cards is shown, all equally likely, and may afterwards be in a hand as well.
* `hammer_when=first_lead`: claims are asked before the first trick of a deal only; it may be set in all three games.
* Eyes: the loser with 31 or more points pays 2 (outcome `win`), with fewer 4 (`ninety`), without a trick 6 (`lucy`);
  equal points are an `egg`. Among three, whoever has fewest points is charged by his own points and tricks; the outcome
  is that of the dearest charge. `penalty` is by side, a side being a seat among three.
* A match: the deal moves left after every deal, an egg as well. `egg_multiplier` doubles the next deal that is no egg
  and does not grow with a second egg in a row. Several sides that reach the target at once are all goats. The first
  dealer is the last seat; where the dealer leads (`first_leader=dealer`) it is seat 0.
"""

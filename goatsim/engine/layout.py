"""Where everything stands in a block of deals, and the sizes that a game fixes.

A block holds the state of `LANES` deals side by side: one flat array of 64-bit words, a column for every quantity, a
lane for every deal. All drivers (one deal after another, many at once, one deal written down) run over the same
columns, and measures read them afterwards.

Bits: in a set of cards bit k is the k-th card of the deal's *strength order*: plain cards rank by rank from the lowest
(within a rank in the order of the suits C S H D), above them the trumps from the lowest to the highest. So the winner
of a trick is the greatest word among the cards that are trumps or of the suit led, and the lowest bit is the first card
in yardstick order.
"""

from __future__ import annotations

from typing import NamedTuple

LANES = 256
# A stride of a power of two would put all columns of a lane into the same few lines of the first-level cache.
STRIDE = LANES + 8

MAX_SEATS = 6
MAX_CLAIMS = 3
MAX_SWAPS = 3
MAX_SUITS = 6
MAX_PLANES = 5
MAX_TRICKS = 32
MAX_CARDS = 64
RANKS = 13
MAX_CAPTURES = 2
MAX_CONDITIONS = 8  # of a redeal
MAX_MELDS = 16  # kinds of melds that a game has, one for each plain suit where it is of such
MAX_EVENTS = 36  # melds, exchanges and declarations of a deal
MARKS = 5  # what a card can have served in: the kinds of melds (`games.melds.KINDS`), and then
RUN = 3
DECLARED = 4
MAX_PRE = 4  # tricks played while the cards are dealt
COIN_WORDS = MAX_TRICKS // 2  # a coin for each trick
LIGHT_POINTS = 4

# The decisions a policy is asked, in the order of its entry points.
LEAD = 0
FOLLOW = 1
CLAIM_REDEAL = 2
GIVE = 3
GIVE_BACK = 4
PRAISE = 5
COMMIT = 6
HOLD = 7
ACCEPT = 8
BUY = 9
DISCARD = 10
SET_LEAD = 11
SET_ANSWER = 12
BEAT = 13
CLAIM_LEAD = 14
EXCHANGE = 15
DECLARE = 16
MELD = 17
DECISIONS = 18

# Cards and what happens to them.
HAND = 0  # a column a seat: the cards it has for the play
TALON = HAND + MAX_SEATS  # the cards dealt to nobody
DEALT = TALON + 1  # a column a seat: the cards dealt to it, whatever it passed or was passed later
GONE = DEALT + MAX_SEATS  # every card played so far
TABLE = GONE + 1  # the cards of the trick
LED = TABLE + 1  # the class led: all trumps, or all cards of the plain suit
BEST = LED + 1  # the card that is winning the trick
WINNING = BEST + 1  # the seat that played it
LEADER = WINNING + 1  # the seat that leads the trick
TRICK = LEADER + 1  # the number of the trick, from 0
LEGAL = TRICK + 1  # the legal cards of the seat that is asked
WON = LEGAL + 1  # a column a side: the cards it has won
TRICKS = WON + MAX_SEATS  # a column a side: how many tricks it has won
FIRST = TRICKS + MAX_SEATS  # the seat that won the first trick
OPENED = FIRST + 1  # the card led to it
LACKS = OPENED + 1  # a column a seat: cards that it has shown not to hold
# The contract: settled before the first trick, only read by it.
TRUMPS = LACKS + MAX_SEATS
SUIT = TRUMPS + 1  # a column a plain suit
PLANE = SUIT + MAX_SUITS  # card points in binary: column k holds the cards whose points have bit k
RANK = PLANE + MAX_PLANES  # a column a rank: aces, tens, kings, queens, jacks, nines and so on down
ALL_TRUMPS = RANK + RANKS  # the trumps before any was announced to be plain
FREE = ALL_TRUMPS + 1  # the cards worth no points
LIGHT = FREE + 1  # the cards worth at most `LIGHT_POINTS`
SIDES = LIGHT + 1  # four bits a seat: its side
RIGHTS = SIDES + 1  # one bit a seat: may it lead trumps at will
OPENER = RIGHTS + 1  # the seat that leads the first trick
ENTRY = OPENER + 1  # `DECISIONS` columns a seat: where its policy answers
# What happened before the first trick.
ASKED = ENTRY + DECISIONS * MAX_SEATS  # a column a seat: how often its policy was asked
KIND = ASKED + MAX_SEATS  # the kind of deal, a place in `KINDS`
PRE = KIND + 1  # how many tricks were played while the cards were dealt
FORCED = PRE + 1  # a column for each of them and an empty one: the cards that must be played to it by whoever has one
LED_BY = FORCED + MAX_PRE + 1  # who leads a trick, two bits each (see `kinds`)
LAID = LED_BY + 1  # a column a seat: the cards it put to those tricks
DRAWN = LAID + MAX_SEATS  # a column a seat: the cards dealt to it in pack order
DECK = DRAWN + MAX_SEATS  # a column a place from the top: the card there; behind them cards put aside while dealing
USUAL = DECK + MAX_CARDS  # what is answered to `commit` and `hold` if a policy leaves that open
DOWN = USUAL + 1  # cards that the seat that is asked knows to lie face down
CHALLENGER = DOWN + 1  # 0, or 1 + the seat that accused somebody wrongly
CLAIMS = CHALLENGER + 1  # how many claims were made
CLAIM = CLAIMS + 1  # two columns a claim: 1 + the redeal row, and the seat
CANCELLED = CLAIM + 2 * MAX_CLAIMS  # a column a claim and seat: the hands that were cancelled; the last claim has none
REASON = CANCELLED + (MAX_CLAIMS - 1) * MAX_SEATS  # 1 + the redeal row that a seat is asked about
SWAPS = REASON + 1  # how many swaps were made
SWAP = SWAPS + 1  # four columns a swap: the giver, what it gave, what it got, what it announced to be plain
SWAPPED = SWAP + 4 * MAX_SWAPS  # one bit a seat: it gave or received
ENDED = SWAPPED + 1  # 0, or how the deal ended without a count: THIRD_CLAIM, CUT_FAULT, CAPTURED
CHARGED = ENDED + 1  # the seat whose side is then charged
# Which deal it is.
INDEX = CHARGED + 1
STREAM = INDEX + 1  # the seed
FIRST_DEAL = STREAM + 1  # 1: it is the first deal of the match
SCORE = FIRST_DEAL + 1  # a column a side: what was charged to it before the deal, or in a match that is over
# The match that the deal belongs to.
MATCH = SCORE + MAX_SEATS  # its number
PLAYED = MATCH + 1  # how many deals of it are over
DEALER = PLAYED + 1  # the seat at the table that deals; those of all other columns but BEGINS count from that one
MULTIPLIER = DEALER + 1  # of the eyes of the next deal that is counted
EGGS = MULTIPLIER + 1  # how many eggs there were
LOSERS = EGGS + 1  # one bit a side: it has lost the match
TAIL = LOSERS + 1  # 1: with a tail
WEIGHTS = TAIL + 1  # a column a seat: address of the weights that its policy plays by
# The result.
POINTS = WEIGHTS + MAX_SEATS  # a column a side
PENALTY = POINTS + MAX_SEATS  # a column a side: what is charged to it
OUTCOME = PENALTY + MAX_SEATS  # 1 + the place of the scoring row that applied; 0: none
# 0, or 1 + the place of the first illegal answer in the order of play; one before it counts as if it came after, by
# seat.
FAULT = OUTCOME + 1
WRONG = FAULT + 1  # three columns: a wrong answer before the first trick, what it could be, and the decision
COIN = WRONG + 3  # COIN_WORDS columns a seat: its random words of the deal
LOG = COIN + MAX_SEATS * COIN_WORDS  # the answers of the policies in the order of play; written only on request
TOOK = LOG + MAX_CARDS  # the seat that won each trick; written only on request
# Captures: which cards end the deal where they meet, and the one that did.
CATCHER = TOOK + MAX_TRICKS  # a column a capture: the card that takes another one ...
CAUGHT = CATCHER + MAX_CAPTURES  # ... that one ...
CAPTURE_EYES = CAUGHT + MAX_CAPTURES  # ... and the eyes of the side that takes it
STOPPED = CAPTURE_EYES + MAX_CAPTURES  # 0, or 1 + the place of the card that ended the deal, in the order of play
CAPTURE = STOPPED + 1  # 0, or 1 + the capture that ended it
CAPTOR = CAPTURE + 1  # the seat that took the card; the seat that lost it is CHARGED
# A card that is turned up, for its suit or as the talon's upper card.
GROUP = CAPTOR + 1  # a column a suit, in the order of SUIT: its cards but the trumps of every deal
TURNED = GROUP + MAX_SUITS  # the card
SHOWN = TURNED + 1  # the cards that lay open in a hand or in the talon, that one among them
STOCK = SHOWN + 1  # the cards of the stock as it was dealt, in pack order; their order from the top is in DECK
DREW = STOCK + 1  # how many cards of the stock were drawn
EXCHANGED = DREW + 1  # 1: the last of the swaps was made during the play
# Games in which the talon is bought.
ACCOUNTS = EXCHANGED + 1  # four bits a seat: the account that its tricks count for, whoever its friends are
SOLOIST = ACCOUNTS + 1  # 0, or 1 + the seat that bought
DISCARDED = SOLOIST + 1  # the cards it laid aside
BOUND = DISCARDED + 1  # cards of which the first lead must be one, if the seat has any
# Sets of cards (see `sets`).
FACE_UP = BOUND + 1  # the cards that were laid face up
LED_SIZE = FACE_UP + 1  # how many cards were led
HOW = LED_SIZE + 1  # a column a trick: who led, whether out of turn, and who beat; written only on request
CLAIMING = HOW + MAX_TRICKS  # 1: a seat is asked whether it leads out of turn
# A trump suit that is turned up below the stock, and melds.
BELOW = CLAIMING + 1  # the card that lies open below the stock
SEVENS = BELOW + 1  # the cards that can be exchanged and declared where they are trumps
SERVED = SEVENS + 1  # a column a mark: the cards that bear it
OFFERED = SERVED + MARKS  # how many melds the seat that is asked can make
OFFER = OFFERED + 1  # a column for each: its cards ...
OFFERED_POINTS = OFFER + MAX_MELDS  # ... its points ...
OFFERED_SLOT = OFFERED_POINTS + MAX_MELDS  # ... and its place in the table of melds
BETWEEN = OFFERED_SLOT + MAX_MELDS  # 1: a seat is asked between two tricks
MELD_PARTS = BETWEEN + 1  # a column a kind of melds: the cards that these are made of
MELDED = MELD_PARTS + MARKS - 1  # a column a side: the points of its melds
SEVENS_SCORED = MELDED + MAX_SEATS  # a column a side: those of its sevens
LAST_POINTS = SEVENS_SCORED + MAX_SEATS  # a column a side: those of the trick that counts by itself
MADE = LAST_POINTS + MAX_SEATS  # `MAX_MELDS` columns a side: how often it made each meld
EVENTS = MADE + MAX_MELDS * MAX_SEATS  # how many melds, exchanges and declarations there were; written only on request
EVENT = EVENTS + 1  # two columns each: what it was, by which seat, after which trick; and the cards
FINAL = EVENT + 2 * MAX_EVENTS  # 0, or 1 + the side that reached the target of a match in the course of the deal
# Suits as they are printed.
PRINTED = FINAL + 1  # a column a suit, in the order of SUIT: all cards that bear it, trumps among them
# A pack that is dealt in two halves.
LATER = PRINTED + MAX_SUITS  # a column a seat: the cards dealt to it after the tricks of the first half
EARNED = LATER + MAX_SEATS  # a column a side: the cards that it won in the first half
BEGINS = EARNED + MAX_SEATS  # the seat at the table from which the seats of all other columns count in a match
TOOK_LEAD = BEGINS + 1  # a column a seat: how often it took the lead by a claim
# Matches in which every side has a stock, or counts against each other one.
VICTOR = TOOK_LEAD + MAX_SEATS  # 0, or 1 + the side that has won the match
PAIRED = VICTOR + 1  # `MAX_SEATS` columns a side: what it has taken from each other one, where that is counted
COLUMNS = PAIRED + MAX_SEATS * MAX_SEATS


NOBODY = 15  # a seat that there is not

THIRD_CLAIM = 1
CUT_FAULT = 2
CAPTURED = 3
ENDINGS = {THIRD_CLAIM: "third_claim", CUT_FAULT: "fault"}
"""The outcomes of deals that end without play."""
UNCOUNTED = {**ENDINGS, CAPTURED: "capture"}
"""The outcomes of deals that are not counted out; OUTCOME counts them on behind the scoring rows."""


KINDS = ("REGULAR", "ONE", "HAPPY", "MIRROR", "SELF", "FISH", "PANTS", "PANTS2")
"""The kinds of deal in the order of their numbers (rules.md, 3)."""
REGULAR, ONE, HAPPY, MIRROR, SELF, FISH, PANTS, PANTS2 = range(8)


class Shape(NamedTuple):
    """The sizes that the compiled text of a game is fixed for; games of one shape share their machine code."""

    seats: int
    sides: int
    suits: int
    planes: int
    hand: int  # cards dealt to a seat at first
    tricks: int  # tricks of a whole deal
    cards: int
    rows: int
    talon_to: int
    redeals: int  # rows of redeal conditions
    swap_one: int  # 0: off, 1: optional, 2: forced
    swap_two: int  # 0: off, 1: optional
    mixed: int  # 1: a trump may have a lower bit than a plain card
    cuts: int  # 1: the cut can go wrong
    kinds: int  # 1: there are other kinds of deal than the regular one
    match: int  # 1: deals belong to matches
    early: int  # 1: something may happen between the deal and the first trick
    indexed: int  # 1: a seat's column is read by index; 0: by selection, as vector code over lanes must
    memory: int  # 1: keep what each seat has shown not to hold (`LACKS`), for policies that ask
    sets: int = 0  # 1: sets of cards are led and beaten; 2 more: of one rank, too; 4 more: beaten in order (see `sets`)
    shown: int = 0  # 1: the suit of a card of the stock, shown after the deal, is trump
    capture: int = 0  # captures that end the deal
    turnup: int = 0  # a card turned up makes its suit trump: FIRST_HAND or LAST_CARD
    draw: int = 0  # 1: the cards not dealt are a stock, from which each seat draws a card after a trick
    plain_first: int = 0  # 1: the first lead of a deal must be a plain card
    turn_rights: int = 0  # 1: the side that led a trick may not lead a trump to the next
    last_swap: int = 0  # 1: who may lead no trump and has nothing else exchanges it with the partner's last card
    buy: int = 0  # 1: the talon is bought, and who plays with whom depends on it
    each: int = 0  # 1: scoring rows speak of a soloist, of defenders or of everybody for himself
    double: int = 0  # 1: the pack holds every card twice
    below: int = 0  # 1: the last card of the stock lies open, and its suit is trump
    strict: int = 0  # 1: nobody need follow until the stock is gone; then everybody must, and win if able
    melds: int = 0  # how many melds there are
    halves: int = 0  # 2: each seat gets `hand` cards more when those are played
    free: int = 0  # 1: nobody need follow
    ledger: int = 0  # whose account a match with stocks is booked in: BY_LOSERS, BY_PAIRS or BY_WINNER
    dues: int = 0  # 1: scoring rows charge the dealer otherwise than others, or the side itself instead of the others


G = Shape(4, 2, 3, 4, 8, 8, 32, 4, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)
"""The shape that engine text means; `form` puts another one in its place."""

# What a driver is told beside the block: one word each.
SEED = 0
TABLES = 1  # address of the tables for dealing
ROWS = 2  # address of the scoring rows
COINS = 3  # one bit a seat: does its policy draw coins
READY = 4  # HANDS_READY: the hands stand in the block already; ALL_READY: so does whatever else is dealt
LOGGED = 5  # 1: write LOG and TOOK (the `asking` driver does)
REDEALS = 6  # address of the redeal rows
NO_CUT = 7  # the chance, in units of 2**-64, that the dealer offers no cut
WRONG_CUT = 8  # and that the wrong player cuts
FORCED_KIND = 9  # the kind of deal; `FREE_KIND`: the praiser is asked
FOR_ALL = 10  # one bit a kind: every player looks into the mirror, or fishes, and not only the praiser
MIRROR_TRICK = 11  # 1: the first plain card that a player sees in the mirror goes to a trick
OPEN_LEAD = 12  # 1: the winner of the face-down trick of double pants leads the open one
CHALLENGE = 13  # the chance of a challenge in pants, in units of 2**-64
FIRST_CARD = 14  # whoever is dealt this card is praiser in the first deal of a match; none: the first seat
FIRST_LEAD = 15  # this card must then be led
FIRST_RIGHTS = 16  # who may lead trumps in that deal: NOBODY_MAY, PRAISER_SIDE_MAY, ALL_MAY
RIGHTS_RULE = 17  # and in later deals of a match
REFUSABLE = 18  # 1: the partner may refuse a swap
STRATA = 19  # address of the strata that the deals are dealt from (see `strata`); 0: from the whole pack
FIRST_ONE = 20  # 1: the first deal of a match is dealt one card at a time, others in packets
TURNUP_MOST = 21  # how many cards are turned up at most
TURNUP_REDO = 22  # cards that must not be among them
OPENING_SEAT = 23  # who leads first in single deals, and is offered the talon first
ALONE_LEADS_TRUMPS = 24  # 1: a soloist alone may lead trumps
ALONE_LEADS = 25  # 1: a soloist leads first
SHOW_TALON = 26  # 1: everybody sees the talon before it is bought
UPCARD_RULE = 27  # what the card turned up means for the first lead: BY_NONE, BY_CLASS, BY_SUIT, BY_PERMIT
CLAIM_RULE = 28  # who may lead out of turn: 0 nobody, SUIT_CLAIMS, TRUMP_CLAIMS
CLAIM_ONCE = 29  # 1: to the first trick only
SHOW_ANY = 30  # 1: the card that names the trump suit may be any one of the pack, and not only of the stock
MELDS = 31  # address of the table of melds
MELD_LATE = 32  # 1: melds are made after the last trick before the stock is gone, too
SEVEN_MELDS = 33  # 1: an exchange or a declaration takes the place of the trick's meld
SEVEN_EVERY = 34  # 1: a seven that was declared scores once more when it is played
LAST_TRICK = 35  # the trick, from 1, that counts by itself
INSTANT = 36  # 0, or the score at which a match is won in the course of a deal
ENVIRONMENT = 37

BY_LOSERS = 1  # whoever is charged
BY_PAIRS = 2  # one of whoever is charged and the winner
BY_WINNER = 3  # the winner's own

HANDS_READY = 1
ALL_READY = 2

# What the loop over matches is told: one word each.
TARGET = 0
TAIL_MIN = 1
AFTER_EGG = 2  # the multiplier after an egg
LUCY_WINS = 3  # 1: a lucy wins the match or takes the losers' eyes away
LUCY_SCORES = 4  # 1: in the second case it scores, too
EGG_ROWS = 5  # one bit a scoring row
LUCY_ROWS = 6
SEATED = 7  # the side of every seat at the table, four bits each
ENTRIES = 8  # address of the entry points and weights of every seat at the table; 0: they are alike
START_DEALER = 9  # or NOBODY: drawn for each match
START_FIRST = 10  # 1: with the rules of a first deal
FATAL_ROWS = 11  # one bit a scoring row: whoever it charges has lost the match
LATER_LEADS = 12  # who leads first in later deals: LEADS_AS_FIRST, DEALER_LEADS, WINNER_LEADS
START_SCORE = 13  # a word a side
SEATED_FROM = START_SCORE + MAX_SEATS  # how many seats from the dealer on the engine's first seat is
EGG_MOVES = SEATED_FROM + 1  # 1: the deal moves on after an egg, too
MOST_WINS = EGG_MOVES + 1  # 1: of two sides that reach the target the one that has more wins
TERMS = MOST_WINS + 1
DEALS_OF_A_MATCH = 20
"""Bits of a deal's index that count the deals of a match; those above them are the match's number."""

FIRST_HAND = 1  # the first seat turns its cards up, one by one, until one belongs to a suit
LAST_CARD = 2  # the last card that the last seat, the dealer, is dealt is turned up

LEADS_AS_FIRST = 0
DEALER_LEADS = 1
WINNER_LEADS = 2  # whoever won the last trick of the deal before

FREE_KIND = 8
BY_NONE = 0  # nothing
BY_CLASS = 1  # after a trump a trump must be led, after a plain card a plain one
BY_SUIT = 2  # a card of its own class
BY_PERMIT = 3  # after a plain card no trump may be led
NOBODY_MAY = 0
PRAISER_SIDE_MAY = 1
ALL_MAY = 2
OTHERS_MAY = 3  # the sides that do not make the first lead
SUIT_CLAIMS = 1  # with a full hand of one suit
TRUMP_CLAIMS = 2  # with a full hand of trumps
CHALLENGE_CHARGE = 4  # what a side is charged for a wrong challenge

# A redeal condition: one word each. It holds for the cards of a hand, or of all hands of a side.
REDEAL_SIDE = 0  # 1: of a side
REDEAL_SET = 1  # how many of these cards ...
REDEAL_LEAST = 2  # ... are held, at least
REDEAL_MOST = 3  # ... and at most
REDEAL_POINTS = 4  # the most card points held
REDEAL_TRUMPS = 5  # the most trumps held
REDEAL_FORCED = 6  # 1: claimed whatever the policy says
REDEAL_PRAISED = 7  # 1: it holds after a praise, too
REDEAL_WORDS = 8
CLAIM_LIMIT = 3  # this claim in one deal ends it
UNPLAYED_CHARGE = 2  # what a side is charged for it, or for a fault in the cut

# A scoring row: one word each.
ROW_SIDE = 0  # the side whose result is tested, or one of those below
ROW_POINTS_LOW = 1
ROW_POINTS_HIGH = 2
ROW_TRICKS_LOW = 3
ROW_TRICKS_HIGH = 4
ROW_EYES = 5  # charged to every other side
ROW_PENALTY = 6  # charged to the side itself
ROW_AHEAD = 7  # 1: it fits only a side that has scored more than every other
ROW_DEALER = 8  # charged to the dealer's side, if it is another one, or -1 for what every other side is
ROW_OWN = 9  # 1: what the others would be charged is charged to the side itself
ROW_HALF = 10  # 1: the points are those of either half of the pack
ROW_WORDS = 11
ANY_SIDE = -1  # whichever fits
OF_SOLOIST = -2
OF_DEFENDERS = -3
OF_EACH = -4  # every side for itself, where nobody is the soloist
OF_FEWEST = -5  # every side for itself than which none has fewer points

# A meld: one word each (`games.melds`).
MELD_CARDS = 0  # all cards that may be part of it
MELD_SUIT = 1  # 0: of any suits, 1: of trumps, 2: of a plain suit
MELD_EACH = 2  # how many of each name; 0: any
MELD_SIZE = 3
MELD_POINTS = 4
MELD_KIND = 5
MELD_NOT_ALL = 6  # 0, or 1 + the kind in which not all of its cards may have served
MELD_GROWS = 7  # 1: half of its cards may have served in its kind
MELD_GIVES_WAY = 8  # 0, or 1 + the meld that is made in its place
MELD_WORDS = 9

# The tables for dealing, one word each place (see `draw`).
BINOMIAL = 0  # 65 x 65
ORDER = 65 * 65  # 8 x 256: bytes of pack order to sets in strength order
SUBSET = ORDER + 8 * 256  # 65536: the 16-bit sets by size, then by value
SIZE = SUBSET + 65536  # 17: where the sets of each size begin
INSIDE = SIZE + 17  # 65 x 65 x 17: the first number of the subsets with so many places in the first group
CARD = INSIDE + 65 * 65 * 17  # 64: the card at each place of the pack, in strength order
TABLE_WORDS = CARD + 64

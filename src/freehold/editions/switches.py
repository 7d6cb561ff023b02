"""The rule switches: every point on which two rulebooks differ, on which one may be read in two ways, or on which many
families have a rule of their own.

A switch has a name, its values (the first is what an edition that says nothing gets) and, for each value, the clause it
comes from. An edition file sets switches in its `[rules]` table; a player may change only the *open* ones, at a table.
A value with a clause of the topic `house` is a house rule: `editions/house.py`.
"""

from __future__ import annotations

import msgspec

from freehold.i18n import text


class Switch(msgspec.Struct, frozen=True):
    """One named difference. The index of a value in `values` is its number in the kernel's tables."""

    name: str
    values: tuple[str, ...]
    clauses: tuple[str, ...]
    open: bool

    def sentence(self, lang: str) -> str:
        """What the switch decides."""
        return text("switches", self.name, lang)

    @property
    def house(self) -> bool:
        """Whether it is about house rules: every value but the first is one."""
        return self.clauses[-1].startswith("house.")


def _switch(name: str, values: str, clauses: str, *, open: bool = False) -> Switch:
    return Switch(name, tuple(values.split()), tuple(clauses.split()), open)


SWITCHES: tuple[Switch, ...] = (
    _switch(
        "rent_claims",
        "automatic claimed",
        "rent.due-to-owner rent.owner-must-ask",
        open=True,
    ),
    _switch(
        "claim_deadline",
        "next-player second-following-player",
        "rent.claim-deadline.next-player rent.claim-deadline.second-following-player",
    ),
    _switch(
        "claim_deadline_of_two",
        "visitor-again next-player",
        "rent.claim-deadline.second-following-player rent.claim-deadline.next-player",
        open=True,
    ),
    _switch(
        "double_rent_beside_mortgage",
        "denied allowed",
        "rent.double-with-mortgaged-sibling.denied rent.double-with-mortgaged-sibling.allowed",
    ),
    _switch(
        "utility_throw",
        "moving fresh",
        "utility.dice.throw-that-moved utility.dice.throw-for-rent",
        open=True,
    ),
    _switch(
        "utility_counts_mortgaged",
        "yes no",
        "utility.rent-both-times-ten utility.rent-one-times-four",
        open=True,
    ),
    _switch(
        "station_counts_mortgaged",
        "yes no",
        "station.rent-grows-with-count station.rent-grows-with-count",
        open=True,
    ),
    _switch(
        "card_return",
        "after before",
        "cards.return.after-following cards.return.before-acting",
    ),
    _switch(
        "card_to_own_square",
        "lap stay",
        "cards.must-be-obeyed cards.must-be-obeyed",
        open=True,
    ),
    _switch(
        "ten_percent",
        "up down nearest",
        "mortgage.lift-costs-value-plus-ten-percent mortgage.lift-costs-value-plus-ten-percent"
        " mortgage.lift-costs-value-plus-ten-percent",
        open=True,
    ),
    _switch(
        "luxury_tax_choice",
        "no yes",
        "tax.fixed-printed-amount tax.choice-200-or-ten-percent",
        open=True,
    ),
    _switch(
        "jail_fine_turns",
        "first-two any",
        "jail.fine-timing.before-roll-on-first-two-turns jail.fine-timing.pay-and-play-next-turn",
    ),
    _switch(
        "jail_fine_play",
        "same-turn next-turn",
        "jail.fine-timing.pay-and-play-next-turn jail.fine-timing.pay-and-play-next-turn",
        open=True,
    ),
    _switch(
        "jail_third_turn",
        "move throw-again",
        "jail.third-turn.pay-and-move-by-that-throw jail.third-turn.pay-and-throw-again",
        open=True,
    ),
    _switch(
        "build_window",
        "any-time own-turn-or-between",
        "build.timing.any-time build.timing.own-turn-or-between-turns",
        open=True,
    ),
    _switch(
        "shortage_trigger",
        "demand-above-stock limited-stock two-want",
        "shortage.auction-trigger.demand-above-stock shortage.auction-trigger.two-players-want-them"
        " shortage.auction-trigger.two-players-want-them",
        open=True,
    ),
    _switch(
        "shortage_start",
        "one lowest-deed-price",
        "shortage.auction-start.any-price-from-one shortage.auction-start.lowest-deed-price",
        open=True,
    ),
    _switch(
        "hotel_counts_as",
        "five four",
        "sell.hotel-step.counts-as-five-houses sell.hotel-step.counts-as-four-houses",
        open=True,
    ),
    _switch(
        "building_refund",
        "printed-price price-paid",
        "sell.half-of.deed-price sell.half-of.price-paid",
    ),
    _switch(
        "group_hotels",
        "may-go-together must-go-together",
        "sell.group-hotels.may-go-together sell.group-hotels.must-go-together",
    ),
    _switch(
        "hotel_step",
        "counts-as-five counts-as-four swap-plus-half swap",
        "sell.hotel-step.counts-as-five-houses sell.hotel-step.counts-as-four-houses"
        " sell.hotel-swap.four-houses-plus-half sell.hotel-swap.four-villages",
    ),
    _switch(
        "mortgage_clears",
        "group property",
        "mortgage.clear-buildings.whole-group mortgage.clear-buildings.own-property",
        open=True,
    ),
    _switch(
        "transfer_lift",
        "plus-interest value-only",
        "mortgage.transfer-lift-now.value-plus-ten-percent mortgage.transfer-lift-now.value",
        open=True,
    ),
    _switch(
        "part_payment",
        "no yes",
        "scope.classic-rules-hold debt.part-payment-in-property",
    ),
    _switch(
        "bankrupt_mortgages_first",
        "no yes",
        "bankruptcy.to-player.assets.everything bankruptcy.to-player.assets.cash-mortgaged-jail-cards",
        open=True,
    ),
    _switch(
        "estate_named",
        "everything money-deeds-jail-cards building-money-and-mortgaged cash-mortgaged-jail-cards",
        "bankruptcy.to-player.assets.everything bankruptcy.to-player.assets.money-deeds-jail-cards"
        " bankruptcy.to-player.assets.building-money-and-mortgaged"
        " bankruptcy.to-player.assets.cash-mortgaged-jail-cards",
    ),
    _switch(
        "force",
        "no yes",
        "scope.classic-rules-hold force.pieces",
    ),
    _switch(
        "force_in_jail",
        "yes no",
        "force.three-dice-per-throw force.three-dice-per-throw",
        open=True,
    ),
    _switch(
        "force_on_third_double",
        "no yes",
        "dice.third-double-is-not-moved force.shift-moves-both-symbols",
        open=True,
    ),
    _switch(
        "battle_target",
        "free unowned",
        "battle.target-must-be-free-and-buyable battle.target-must-be-free-and-buyable",
        open=True,
    ),
    _switch(
        "double_options",
        "off on",
        "option.optional option.replaces-second-throw",
        open=True,
    ),
    _switch(
        "swing_salary",
        "jump pass",
        "option.double-one-move-anywhere go.salary-200",
        open=True,
    ),
    _switch(
        "attack_stations",
        "yes no",
        "attack.one-property-of-another-player attack.one-property-of-another-player",
        open=True,
    ),
    _switch(
        "attack_mortgaged",
        "yes no",
        "attack.one-property-of-another-player attack.one-property-of-another-player",
        open=True,
    ),
    _switch(
        "short_tax",
        "choice-square both-squares",
        "short.tax.flat-200 short.tax.flat-200",
        open=True,
    ),
    _switch(
        "short_jail",
        "unchanged may-leave must-leave",
        "short.jail.unchanged short.jail.may-leave-next-turn short.jail.must-leave-next-turn",
        open=True,
    ),
    # House rules: the first value is what the rulebooks say.
    _switch(
        "parking_pot",
        "none taxes taxes-fines-cards",
        "parking.neutral house.free-parking-taxes house.free-parking-pot",
        open=True,
    ),
    _switch(
        "parking_start",
        "none third-of-cash",
        "parking.neutral house.free-parking-bonus",
        open=True,
    ),
    _switch(
        "go_landing",
        "salary double-salary",
        "go.salary-200 house.double-salary-on-go",
        open=True,
    ),
    _switch(
        "salaries",
        "printed half double",
        "go.salary-200 house.half-salary house.double-salary",
        open=True,
    ),
    _switch(
        "starting_cash",
        "printed half three-quarters one-and-a-half double",
        "setup.start-money-1500 house.half-starting-cash house.three-quarters-starting-cash"
        " house.one-and-a-half-starting-cash house.double-starting-cash",
        open=True,
    ),
    _switch(
        "declined_deed",
        "auction stays",
        "auction.follows-every-decline house.no-auctions",
        open=True,
    ),
    _switch(
        "first_purchases",
        "at-once after-first-round after-first-lap",
        "buy.may-buy-unowned house.no-buying-first-round house.no-buying-first-lap",
        open=True,
    ),
    _switch(
        "dealt_deeds",
        "printed all",
        "buy.may-buy-unowned house.all-deeds-dealt",
        open=True,
    ),
    _switch(
        "rent_to_jail",
        "paid none",
        "rent.due-to-owner house.no-rent-in-jail",
        open=True,
    ),
    _switch(
        "bare_group_rent",
        "double single",
        "rent.double-bare-group house.single-rent",
        open=True,
    ),
    _switch(
        "snake_eyes",
        "nothing third-of-cash",
        "turn.move-by-dice-total house.snake-eyes-bonus",
        open=True,
    ),
    _switch(
        "building_group",
        "whole own-lots",
        "build.needs-complete-group house.build-without-group",
        open=True,
    ),
    _switch(
        "building_rows",
        "even free",
        "build.evenly house.build-unevenly",
        open=True,
    ),
    _switch(
        "building_stock",
        "printed unlimited",
        "components.buildings-32-and-12 house.unlimited-buildings",
        open=True,
    ),
    _switch(
        "trading",
        "any-time own-turn none",
        "trade.at-agreed-price house.trade-own-turn house.no-trading",
        open=True,
    ),
    _switch(
        "mortgages",
        "allowed none",
        "mortgage.value-from-deed house.no-mortgages",
        open=True,
    ),
    _switch(
        "round_limit",
        "none twenty thirty forty sixty",
        "win.last-player-left house.twenty-rounds house.thirty-rounds house.forty-rounds house.sixty-rounds",
        open=True,
    ),
)

BY_NAME: dict[str, Switch] = {switch.name: switch for switch in SWITCHES}

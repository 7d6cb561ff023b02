"""The rule switches: every point on which two rulebooks differ, or on which one may be read in two ways.

A switch has a name, its values (the first is what an edition that says nothing gets) and, for each value, the clause it
comes from. An edition file sets switches in its `[rules]` table; a player may change only the *open* ones, at a table.
"""

from __future__ import annotations

import msgspec


class Switch(msgspec.Struct, frozen=True):
    """One named difference. The index of a value in `values` is its number in the kernel's tables."""

    name: str
    values: tuple[str, ...]
    clauses: tuple[str, ...]
    open: bool
    en: str
    fr: str


def _switch(name: str, values: str, clauses: str, en: str, fr: str, *, open: bool = False) -> Switch:
    return Switch(name, tuple(values.split()), tuple(clauses.split()), open, en, fr)


SWITCHES: tuple[Switch, ...] = (
    _switch(
        "rent_claims",
        "automatic claimed",
        "rent.due-to-owner rent.owner-must-ask",
        "Rent is paid without asking, or only when its owner asks in time.",
        "Le loyer est versé d'office, ou seulement si le propriétaire le réclame à temps.",
        open=True,
    ),
    _switch(
        "claim_deadline",
        "next-player second-following-player",
        "rent.claim-deadline.next-player rent.claim-deadline.second-following-player",
        "Rent must be asked for before the next player throws, or before the one after that does.",
        "Le loyer se réclame avant le lancer du joueur suivant, ou avant celui du joueur d'après.",
    ),
    _switch(
        "claim_deadline_of_two",
        "visitor-again next-player",
        "rent.claim-deadline.second-following-player rent.claim-deadline.next-player",
        "With two players left, rent may be asked for until the visitor throws again, or only until the other throws.",
        "À deux joueurs, le loyer se réclame jusqu'au prochain lancer du visiteur, ou seulement de l'autre joueur.",
        open=True,
    ),
    _switch(
        "double_rent_beside_mortgage",
        "denied allowed",
        "rent.double-with-mortgaged-sibling.denied rent.double-with-mortgaged-sibling.allowed",
        "A mortgage in a full group stops the double rent of its other lots, or leaves it.",
        "Une hypothèque dans un groupe complet supprime le double loyer des autres terrains, ou le laisse.",
    ),
    _switch(
        "utility_throw",
        "moving fresh",
        "utility.dice.throw-that-moved utility.dice.throw-for-rent",
        "Utility rent counts the throw that moved the visitor, or a new one.",
        "Le loyer d'un service public compte le lancer qui a déplacé le visiteur, ou un nouveau lancer.",
        open=True,
    ),
    _switch(
        "utility_counts_mortgaged",
        "yes no",
        "utility.rent-both-times-ten utility.rent-one-times-four",
        "A mortgaged utility still counts for the rent of the other one, or does not.",
        "Un service public hypothéqué compte encore pour le loyer de l'autre, ou ne compte pas.",
        open=True,
    ),
    _switch(
        "station_counts_mortgaged",
        "yes no",
        "station.rent-grows-with-count station.rent-grows-with-count",
        "A mortgaged station still counts for the rent of the others, or does not.",
        "Une gare hypothéquée compte encore pour le loyer des autres, ou ne compte pas.",
        open=True,
    ),
    _switch(
        "card_return",
        "after before",
        "cards.return.after-following cards.return.before-acting",
        "A drawn card goes under its deck after it was followed, or before.",
        "Une carte tirée retourne sous son paquet après avoir été suivie, ou avant.",
    ),
    _switch(
        "card_to_own_square",
        "lap stay",
        "cards.must-be-obeyed cards.must-be-obeyed",
        "A card that names the square you stand on sends you once around the board, or leaves you there.",
        "Une carte qui désigne la case où vous êtes vous fait faire un tour complet, ou vous y laisse.",
        open=True,
    ),
    _switch(
        "ten_percent",
        "up down nearest",
        "mortgage.lift-costs-value-plus-ten-percent mortgage.lift-costs-value-plus-ten-percent"
        " mortgage.lift-costs-value-plus-ten-percent",
        "Ten per cent of a sum is rounded up, down, or to the nearest whole.",
        "Les dix pour cent d'une somme s'arrondissent au-dessus, au-dessous ou au plus près.",
        open=True,
    ),
    _switch(
        "luxury_tax_choice",
        "no yes",
        "tax.fixed-printed-amount tax.choice-200-or-ten-percent",
        "The second tax square costs a fixed amount, or gives the same choice as the first.",
        "La seconde case d'impôt coûte un montant fixe, ou laisse le même choix que la première.",
        open=True,
    ),
    _switch(
        "jail_fine_turns",
        "first-two any",
        "jail.fine-timing.before-roll-on-first-two-turns jail.fine-timing.pay-and-play-next-turn",
        "The fine may be paid before the throw on the first two jail turns only, or on any of them.",
        "L'amende se paie avant le lancer aux deux premiers tours de prison seulement, ou à chacun d'eux.",
    ),
    _switch(
        "jail_fine_play",
        "same-turn next-turn",
        "jail.fine-timing.pay-and-play-next-turn jail.fine-timing.pay-and-play-next-turn",
        "Who pays the fine throws in that same turn, or sits it out and plays in the next.",
        "Qui paie l'amende lance les dés au même tour, ou attend le suivant.",
        open=True,
    ),
    _switch(
        "jail_third_turn",
        "move throw-again",
        "jail.third-turn.pay-and-move-by-that-throw jail.third-turn.pay-and-throw-again",
        "After the third throw without a double the fine is paid, and the token moves by that throw or by a new one.",
        "Après le troisième essai sans double, on paie l'amende et on avance de ce lancer, ou d'un nouveau.",
        open=True,
    ),
    _switch(
        "build_window",
        "any-time own-turn-or-between",
        "build.timing.any-time build.timing.own-turn-or-between-turns",
        "Buildings are bought at any time, or on one's own turn and between turns.",
        "Les bâtiments s'achètent à tout moment, ou à son propre tour et entre les tours.",
        open=True,
    ),
    _switch(
        "shortage_trigger",
        "demand-above-stock limited-stock two-want",
        "shortage.auction-trigger.demand-above-stock shortage.auction-trigger.two-players-want-them"
        " shortage.auction-trigger.two-players-want-them",
        "Scarce buildings are auctioned when more are wanted than the bank has left,"
        " or as soon as two players want them.",
        "Les bâtiments rares vont aux enchères quand on en demande plus qu'il n'en reste à la banque,"
        " ou dès que deux joueurs en veulent.",
        open=True,
    ),
    _switch(
        "shortage_start",
        "one lowest-deed-price",
        "shortage.auction-start.any-price-from-one shortage.auction-start.lowest-deed-price",
        "The auction of a scarce building starts at 1, or at the lowest building price of the bidders' deeds.",
        "Les enchères pour un bâtiment rare partent de 1, ou du prix de construction le plus bas des titres concernés.",
        open=True,
    ),
    _switch(
        "hotel_counts_as",
        "five four",
        "sell.hotel-step.counts-as-five-houses sell.hotel-step.counts-as-four-houses",
        "A large building, such as a hotel, sells for as much as five small ones, or four.",
        "Un grand bâtiment, comme un hôtel, se revend au prix de cinq petits, ou de quatre.",
        open=True,
    ),
    _switch(
        "building_refund",
        "printed-price price-paid",
        "sell.half-of.deed-price sell.half-of.price-paid",
        "A building sells back at half of the price on its deed, or at half of what was paid for it.",
        "Un bâtiment se revend à la moitié du prix indiqué sur son titre, ou à la moitié de ce qu'il a coûté.",
    ),
    _switch(
        "group_hotels",
        "may-go-together must-go-together",
        "sell.group-hotels.may-go-together sell.group-hotels.must-go-together",
        "The large buildings of a group may be sold together, or have to be.",
        "Les grands bâtiments d'un groupe peuvent être vendus ensemble, ou doivent l'être.",
    ),
    _switch(
        "hotel_step",
        "counts-as-five counts-as-four swap-plus-half swap",
        "sell.hotel-step.counts-as-five-houses sell.hotel-step.counts-as-four-houses"
        " sell.hotel-swap.four-houses-plus-half sell.hotel-swap.four-villages",
        "One large building alone is sold down a step at a time, or swapped for small ones.",
        "Un grand bâtiment seul se revend par étapes, ou s'échange contre de petits.",
    ),
    _switch(
        "mortgage_clears",
        "group property",
        "mortgage.clear-buildings.whole-group mortgage.clear-buildings.own-property",
        "Before a lot is mortgaged, the buildings of its whole group must be sold, or only its own.",
        "Avant d'hypothéquer un terrain, il faut vendre les bâtiments de tout son groupe, ou seulement les siens.",
        open=True,
    ),
    _switch(
        "transfer_lift",
        "plus-interest value-only",
        "mortgage.transfer-lift-now.value-plus-ten-percent mortgage.transfer-lift-now.value",
        "A buyer who lifts a mortgage at once pays the value and the interest, or the value alone.",
        "Un acheteur qui lève tout de suite l'hypothèque paie la valeur et les intérêts, ou la valeur seule.",
        open=True,
    ),
    _switch(
        "part_payment",
        "no yes",
        "scope.classic-rules-hold debt.part-payment-in-property",
        "A rent above the cash in hand may be settled partly in deeds, if the creditor agrees.",
        "Un loyer supérieur à l'argent en main peut se régler en partie en titres, si le créancier accepte.",
    ),
    _switch(
        "bankrupt_mortgages_first",
        "no yes",
        "bankruptcy.to-player.assets.everything bankruptcy.to-player.assets.cash-mortgaged-jail-cards",
        "The deeds of a bankrupt go to the creditor as they stand, or all mortgaged first.",
        "En cas de faillite, les titres passent au créancier tels quels, ou tous hypothéqués d'abord.",
        open=True,
    ),
    _switch(
        "estate_named",
        "everything money-deeds-jail-cards building-money-and-mortgaged cash-mortgaged-jail-cards",
        "bankruptcy.to-player.assets.everything bankruptcy.to-player.assets.money-deeds-jail-cards"
        " bankruptcy.to-player.assets.building-money-and-mortgaged"
        " bankruptcy.to-player.assets.cash-mortgaged-jail-cards",
        "What the rulebook lists for the creditor of a bankrupt; every list is read as all there is.",
        "Ce que la règle énumère pour le créancier d'un failli ; chaque liste se lit comme la totalité.",
    ),
    _switch(
        "force",
        "no yes",
        "scope.classic-rules-hold force.pieces",
        "The Force die and the two Force symbols are in play.",
        "Le dé Force et les deux symboles Force sont en jeu.",
    ),
    _switch(
        "force_in_jail",
        "yes no",
        "force.three-dice-per-throw force.three-dice-per-throw",
        "A throw to leave jail includes the Force die, or not.",
        "Le lancer pour sortir de prison comprend le dé Force, ou non.",
        open=True,
    ),
    _switch(
        "force_on_third_double",
        "no yes",
        "dice.third-double-is-not-moved force.shift-moves-both-symbols",
        "A shift of the Force on the third double moves no symbol, or moves both.",
        "Un basculement de la Force au troisième double ne déplace aucun symbole, ou déplace les deux.",
        open=True,
    ),
    _switch(
        "battle_target",
        "free unowned",
        "battle.target-must-be-free-and-buyable battle.target-must-be-free-and-buyable",
        "A beaten symbol goes to a property without token or symbol, or to one without owner as well.",
        "Un symbole battu va sur une propriété sans pion ni symbole, ou qui est de plus sans propriétaire.",
        open=True,
    ),
    _switch(
        "double_options",
        "off on",
        "option.optional option.replaces-second-throw",
        "A double gives another throw, or the choice of an option in its place, as in the Spider-Man edition.",
        "Un double donne un autre lancer, ou le choix d'une option à sa place, comme dans l'édition Spider-Man.",
        open=True,
    ),
    _switch(
        "swing_salary",
        "jump pass",
        "option.double-one-move-anywhere go.salary-200",
        "The option of the double 1, a move to any square, is a jump past no square, or a walk that may pass GO.",
        "L'option du double 1, aller où l'on veut, est un saut direct, ou une marche qui peut passer par Départ.",
        open=True,
    ),
    _switch(
        "attack_stations",
        "yes no",
        "attack.one-property-of-another-player attack.one-property-of-another-player",
        "Stations and utilities may be attacked, or only lots.",
        "Gares et services publics peuvent être attaqués, ou seulement les terrains.",
        open=True,
    ),
    _switch(
        "attack_mortgaged",
        "yes no",
        "attack.one-property-of-another-player attack.one-property-of-another-player",
        "A mortgaged property may be attacked, or not.",
        "Une propriété hypothéquée peut être attaquée, ou non.",
        open=True,
    ),
    _switch(
        "short_tax",
        "choice-square both-squares",
        "short.tax.flat-200 short.tax.flat-200",
        "The short game fixes the tax of the square with a choice alone, or that of both tax squares.",
        "La partie courte fixe l'impôt de la seule case à choix, ou celui des deux cases d'impôt.",
        open=True,
    ),
    _switch(
        "short_jail",
        "unchanged may-leave must-leave",
        "short.jail.unchanged short.jail.may-leave-next-turn short.jail.must-leave-next-turn",
        "In the short game jail is as usual, may be left on the next turn, or must be left then.",
        "En partie courte, la prison reste comme d'habitude, peut être quittée au tour suivant, ou doit l'être.",
        open=True,
    ),
)

BY_NAME: dict[str, Switch] = {switch.name: switch for switch in SWITCHES}

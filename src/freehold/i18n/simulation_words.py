"""The texts of `freehold simulate` and `freehold bench` in both languages; `command_words.py` has the others."""

from __future__ import annotations

SIMULATE_WORDS: dict[str, tuple[str, str]] = {
    # Wrong usage
    "unknown-backend": (
        'There is no backend "{given}"; choose from {known}.',
        "Il n'y a pas de moteur « {given} » ; choisissez parmi {known}.",
    ),
    "no-gpu": (
        "The backend cuda is not on this machine: it needs a CUDA GPU and freehold[gpu]; choose from python, cpu.",
        "Le moteur cuda n'est pas sur cette machine : il lui faut un GPU CUDA et freehold[gpu] ; choisissez parmi "
        "python, cpu.",
    ),
    "backend-bots": (
        "Tycoons and bots of your own play on the backend cpu only.",
        "Les tycoons et vos propres bots ne jouent que sur le moteur cpu.",
    ),
    "no-cache": (
        "The compiled rules cannot be kept in {folder}: {why}. Set FREEHOLD_CACHE to a folder that can be written.",
        "Les règles compilées ne peuvent pas être gardées dans {folder} : {why}. Donnez à FREEHOLD_CACHE un dossier où "
        "l'on peut écrire.",
    ),
    "disk-full": ("The output cannot be written: {why}.", "La sortie ne peut pas être écrite : {why}."),
    "no-room": ("there is no room left", "il n'y a plus de place"),
    "files-trouble": (
        "The files in {folder} cannot be written: {why}.",
        "Les fichiers dans {folder} ne peuvent pas être écrits : {why}.",
    ),
    # What was played
    "s-title": ("{edition}: what {games} games tell", "{edition} : ce que disent {games} parties"),
    "s-setting": (
        "Variant {variant}, {players} players: {bots}; seed {seed}.",
        "Variante {variant}, {players} joueurs : {bots} ; graine {seed}.",
    ),
    "s-rotated": ("Every game begins one seat further on.", "Chaque partie commence une place plus loin."),
    "s-stopped": (
        "Stopped early: the first {games} of {all} games were played.",
        "Arrêté avant la fin : les {games} premières parties sur {all} ont été jouées.",
    ),
    "s-files": ("The files are in {folders}.", "Les fichiers sont dans {folders}."),
    "not-folder": (
        "{file} is a file; name a folder to write into.",
        "{file} est un fichier ; nommez un dossier où écrire.",
    ),
    # Who won
    "s-bots": ("Wins per seat of each bot, with their interval", "Victoires par place de chaque bot, avec intervalle"),
    "s-seats": ("Wins by seat, with their interval", "Victoires par place, avec leur intervalle"),
    "s-order": ("Wins by order of play, with their interval", "Victoires selon l'ordre du jeu, avec leur intervalle"),
    "s-seat": ("seat {seat}", "place {seat}"),
    "s-place": ("throws {nth}", "lance en {nth}"),
    "s-nth": (
        "first second third fourth fifth sixth seventh eighth",
        "premier deuxième troisième quatrième cinquième sixième septième huitième",
    ),
    "s-first": (
        "Who throws first wins {rate} of the games ({interval}), {points} points {side} the even share of {even}.",
        "Qui lance en premier gagne {rate} des parties ({interval}), {points} points {side} la part égale de {even}.",
    ),
    "s-first-won": (
        "Of the {games} games that one player won, who threw first won {rate} ({interval}), {points} points {side} the "
        "even share of {even}.",
        "Des {games} parties gagnées par un seul joueur, qui lançait en premier en a gagné {rate} ({interval}), "
        "{points} points {side} la part égale de {even}.",
    ),
    "s-none-won": ("No game was won by one player.", "Aucune partie n'a été gagnée par un seul joueur."),
    "s-even": (
        "Dashed: {even}, an even share of the games that one player won.",
        "En pointillé : {even}, part égale des parties gagnées par un seul joueur.",
    ),
    "s-above": ("above", "au-dessus de"),
    "s-below": ("below", "au-dessous de"),
    # How it went
    "s-length-title": ("How long games last", "Durée des parties"),
    "s-length": (
        "A game takes {mean} turns on average; half of them are over after {median} turns ({rounds} rounds), nine in "
        "ten after {p90}. That is {throws} throws.",
        "Une partie dure {mean} tours de jeu en moyenne ; la moitié sont finies après {median} ({rounds} tours de "
        "table), neuf sur dix après {p90}. Cela fait {throws} lancers.",
    ),
    "s-given-up": (
        "{share} of the games ({count}) had no end after {turns} turns ({rounds} rounds): they were given up, and "
        "nobody won them.",
        "{share} des parties ({count}) n'étaient pas finies après {turns} tours de jeu ({rounds} tours de table) : "
        "elles ont été abandonnées, et personne ne les a gagnées.",
    ),
    "s-no-trades": (
        "Nobody traded: few groups are complete without that, and rents without buildings ruin nobody.",
        "Personne n'a rien échangé : sans cela, peu de groupes sont complets, et des loyers sans bâtiments ne ruinent "
        "personne.",
    ),
    "s-ended": (
        "The games that came to an end took {mean} turns on average.",
        "Les parties menées à leur fin ont duré {mean} tours de jeu en moyenne.",
    ),
    "s-half": (
        "Half of all games were over after {median} turns ({rounds} rounds).",
        "La moitié de toutes les parties étaient finies après {median} tours de jeu ({rounds} tours de table).",
    ),
    "s-nine": (
        "Nine in ten were over after {p90}.",
        "Neuf sur dix étaient finies après {p90}.",
    ),
    "s-given-up-column": ("given up", "abandon"),
    "s-turns": ("turns of a game", "tours de jeu d'une partie"),
    "s-endings": ("How games end", "Comment les parties finissent"),
    "s-ending-unfinished": ("given up after {turns} turns", "abandonnées après {turns} tours de jeu"),
    "s-ending-last-player": ("one player is left", "il ne reste qu'un joueur"),
    "s-ending-first-bankruptcy": ("the first bankruptcy", "la première faillite"),
    "s-ending-second-bankruptcy": ("the second bankruptcy", "la deuxième faillite"),
    "s-ending-time": ("time is up", "le temps est écoulé"),
    "s-shared": ("of these, shared victories: {shared}", "dont victoires partagées : {shared}"),
    "s-per-game": ("A game has, on average", "Une partie compte en moyenne"),
    "s-event-monopolies": ("colour groups completed", "groupes de couleur complétés"),
    "s-event-inherited": ("colour groups inherited whole", "groupes de couleur hérités entiers"),
    "s-event-throws": ("throws", "lancers"),
    "s-event-offers": ("offers of a trade", "offres d'échange"),
    "s-event-trades": ("trades", "échanges"),
    "s-event-settlements": ("rents paid in deeds", "loyers payés en titres"),
    "s-event-auctions": ("auctions of deeds", "enchères de titres"),
    "s-event-unsold": ("deeds that nobody bid for", "titres sans enchérisseur"),
    "s-event-building_auctions": ("auctions of buildings", "enchères de bâtiments"),
    "s-event-shortages": ("shortages of buildings", "pénuries de bâtiments"),
    "s-event-bankruptcies": ("bankruptcies", "faillites"),
    "s-event-jailings": ("times into jail", "envois en prison"),
    "s-bankruptcies": ("When players go bankrupt", "Quand les joueurs font faillite"),
    "s-rounds": ("rounds played", "tours de table joués"),
    # The board
    "s-board": ("Where throws end", "Où finissent les lancers"),
    "s-board-note": (
        "Of {throws} throws; counted like `freehold odds`, but by players who buy, build and sit in jail.",
        "Sur {throws} lancers ; comptés comme `freehold odds`, mais par des joueurs qui achètent, bâtissent et restent "
        "en prison.",
    ),
    "s-squares": ("Squares and deeds", "Cases et titres"),
    "s-landed": ("throws", "lancers"),
    "s-bought": ("bought", "achat"),
    "s-hammer": ("at auction", "enchère"),
    "s-rent": ("rent/game", "loyer/partie"),
    "s-ruined": ("ruins", "faillites"),
    "s-deeds-note": (
        "bought: how often at its price, in 100 games. at auction: the mean price there. rent/game: "
        "cash that its rent brings in a game. ruins: bankruptcies over its rent in 100 games.",
        "achat : combien de fois à son prix, en 100 parties. enchère : le prix moyen aux enchères. loyer/partie : "
        "l'argent de ses loyers par partie. faillites : celles que son loyer cause en 100 parties.",
    ),
    "s-returns": ("What a group returns, by what stands on it", "Ce que rapporte un groupe, selon ce qui y est bâti"),
    "s-returns-note": (
        "The part of its cost (printed price and buildings) that 100 throws of the others come to owe in rent. Of what "
        "was owed, {paid} came in as cash; the rest went down with a bankrupt, whose deeds are not counted. "
        "–: fewer than {few} rents, too few to tell.",
        "La part de son coût (prix imprimé et bâtiments) que 100 lancers des autres doivent en loyers. De ces loyers, "
        "{paid} sont entrés en argent ; le reste a disparu dans les faillites, dont les titres ne sont pas comptés. "
        "– : moins de {few} loyers, trop peu pour conclure.",
    ),
    "s-level-bare": ("bare", "nu"),
    "s-level-group": ("whole group", "groupe entier"),
    "s-standing": ("what stands on each lot", "ce qui est bâti sur chaque terrain"),
    "s-again": ("The command that plays it again", "La commande qui les rejoue"),
    "s-digest": ("Digest of all final positions: {digest}", "Empreinte de toutes les positions finales : {digest}"),
    # freehold bench
    "b-title": ("This machine, four players, classic board", "Cette machine, quatre joueurs, plateau classique"),
    "b-lasts": (
        "{lines} lines in about {seconds} seconds, and the time to compile what is not yet compiled.",
        "{lines} lignes en {seconds} secondes environ, plus le temps de compiler ce qui ne l'est pas encore.",
    ),
    "b-which": ("{k} of {all}, {backend}, {bots}: ", "{k} sur {all}, {backend}, {bots} : "),
    "b-warming": ("warming up…", "mise en train…"),
    "b-compiling": ("compiling for the GPU, up to three minutes…", "compilation pour le GPU, jusqu'à trois minutes…"),
    "b-measuring": ("measuring games…", "mesure des parties…"),
    "b-counting": ("measuring counted games…", "mesure des parties comptées…"),
    "b-backend": ("backend", "moteur"),
    "b-workers": ("workers", "workers"),
    "b-bots": ("bots", "bots"),
    "b-decisions": ("decisions/s", "décisions/s"),
    "b-games": ("games/s", "parties/s"),
    "b-counted": ("counted games/s", "parties comptées/s"),
}

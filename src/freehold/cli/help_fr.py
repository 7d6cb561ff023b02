"""The French texts of `--help`, keyed by the English ones in the code, and of parser errors.

If an English text changes, its French is no longer found and a test fails. Plain spaces: `typeset` inserts no-break
ones.
"""

from __future__ import annotations

FRENCH: dict[str, str] = {
    # The commands
    "A property-trading board game in six editions, by the book.": (
        "Un jeu de société où l'on achète, échange et loue, en six éditions, dans le respect de chaque livret."
    ),
    "A game against bots, in the browser; in the terminal with --terminal, --bot, --seed or --load.": (
        "Une partie contre des bots, dans le navigateur ; dans le terminal avec --terminal, --bot, --seed ou --load."
    ),
    "The bots, from the weakest to the strongest, and how to bring one of your own.": (
        "Les bots, du plus faible au plus fort, et comment amener le vôtre."
    ),
    "What the rulebook says, which editions say it, and how Freehold reads what is unclear.": (
        "Ce que dit le livre des règles, quelles éditions le disent, et comment Freehold lit ce qui n'est pas clair."
    ),
    "Where a throw ends: the exact odds of every square, cards, doubles and jail included.": (
        "Où mène un lancer : la probabilité exacte de chaque case, cartes, doubles et prison compris."
    ),
    "Bots against bots: seats rotated, the same dice for all, wins and Elo with their intervals.": (
        "Bots contre bots : places tournantes, mêmes dés pour tous, victoires et Elo avec leurs intervalles."
    ),
    'Train the learned player\'s network, on a GPU if there is one. Needs the extra "learn" (torch).': (
        "Entraîner le réseau du bot qui apprend, sur un GPU s'il y en a un. Demande l'extra « learn » (torch)."
    ),
    "Tables over HTTP and WebSocket, with bots, fair dice and a memory.": (
        "Des tables par HTTP et WebSocket, avec des bots, des dés vérifiables et de la mémoire."
    ),
    "Play the log of a game again, and prove every throw and every card by the server's secret.": (
        "Rejouer le journal d'une partie, et prouver chaque lancer et chaque carte par le secret du serveur."
    ),
    "A whole table out of a server's folder, to go on elsewhere.": (
        "Sortir une table entière du dossier d'un serveur, pour continuer ailleurs."
    ),
    "A copy of all games in one file, also while the server runs.": (
        "Copier toutes les parties dans un fichier, même pendant que le serveur tourne."
    ),
    "Put a backup in place of the games in a folder. The server must not be running; what was there is kept aside.": (
        "Mettre une sauvegarde à la place des parties d'un dossier. Le serveur doit être arrêté ; ce qui s'y trouvait"
        " est gardé à part."
    ),
    "A whole table into a server's folder. Its links and keys stay what they were.": (
        "Mettre une table entière dans le dossier d'un serveur. Ses liens et ses clés restent les mêmes."
    ),
    "Many games, and what they tell: who wins, how long it takes, which squares and deeds pay.": (
        "Beaucoup de parties, et ce qu'elles disent : qui gagne, en combien de temps, quelles cases et quels titres"
        " rapportent."
    ),
    "How fast this machine plays, on each backend it has: decisions and whole games a second, and how many games a"
    " second where everything is counted on the way, as `simulate` does.": (
        "La vitesse de cette machine, avec chacun de ses moteurs : décisions et parties entières par seconde, et"
        " parties par seconde quand tout est compté au passage, comme le fait `simulate`."
    ),
    "The editions, and files of your own.": "Les éditions, et vos propres fichiers.",
    "The editions that come with Freehold.": "Les éditions fournies avec Freehold.",
    "One edition: its squares, prices, rents and rules. --json gives the whole file.": (
        "Une édition : ses cases, prix, loyers et règles. --json donne le fichier entier."
    ),
    "All the faults of an edition file at once; the exit code is 1 if there are any.": (
        "Toutes les fautes d'un fichier d'édition d'un coup ; le code de sortie est 1 s'il y en a."
    ),
    "Start an edition of your own: a whole one to change, with its comments.": (
        "Commencer votre propre édition : une édition entière à modifier, avec ses commentaires."
    ),
    # Shared options
    "Show this message and exit.": "Montrer cette aide.",
    "Show the version.": "Montrer la version.",
    "en or fr.": "en ou fr.",
    "en or fr; else the language of your system.": "en ou fr ; sinon la langue de votre système.",
    "For a program.": "Pour un programme.",
    "Where the weights and the card are written.": "Où écrire les poids et leur fiche.",
    "Games of scripted bots to learn from first.": "Les parties de bots programmés dont il apprend d'abord.",
    "Rounds of learning from its own games.": "Le nombre de fois où il apprend de ses propres parties.",
    "Its own games in each round.": "Ses propres parties, chaque fois.",
    "Passes over all positions.": "Le nombre de passages sur toutes les positions.",
    "Games against each scripted bot at the end.": "Les parties contre chaque bot programmé, à la fin.",
    "Threads; else one for each core.": "Le nombre de fils d'exécution ; sinon un par cœur.",
    "An edition, or a file of your own.": "Une édition, ou un fichier à vous.",
    "classic, short or timed.": "classic, short (courte) ou timed (minutée).",
    "A choice the rulebook leaves open; may be repeated.": "Un choix que le livret laisse ouvert ; peut se répéter.",
    "The same seed gives the same games.": "La même graine donne les mêmes parties.",
    "One for each seat, or one for all: a level or FILE:CLASS.": (
        "Un par place, ou un pour toutes : un niveau ou FICHIER:CLASSE."
    ),
    "Futures that a tycoon plays for one decision.": "Les suites que joue un magnat pour une décision.",
    # play
    "An edition: classic if left out. A file of your own is played in the terminal.": (
        "Une édition : classic à défaut. Un fichier à vous se joue dans le terminal."
    ),
    "How many, or names: Ann,Bob,Cleo. All are people, in the terminal only the first.": (
        "Combien, ou des noms : Anne,Bob,Chloé. Tous sont des personnes ; dans le terminal, le premier seulement."
    ),
    "Your token, by its id: see `freehold editions show`.": "Votre pion, par son id : voir `freehold editions show`.",
    "A bot for all chairs, or one for each; else a mix of trader, novice and baron. See `freehold bots`.": (
        "Un bot pour toutes les places, ou un pour chacune ; sinon un mélange de trader, novice et baron. Voir"
        " `freehold bots`."
    ),
    "Play in the terminal; edition and language are asked if left out.": (
        "Jouer dans le terminal ; l'édition et la langue sont demandées si elles manquent."
    ),
    "In the terminal: a bot for one chair, also one of your own: my_bot.py:MyBot. May be repeated.": (
        "Dans le terminal : un bot pour une place, aussi le vôtre : mon_bot.py:MonBot. Peut se répéter."
    ),
    "In the terminal: the same seed and the same actions give the same game.": (
        "Dans le terminal : la même graine et les mêmes actions donnent la même partie."
    ),
    "In the terminal: go on with a saved game.": "Dans le terminal : reprendre une partie enregistrée.",
    "In the browser: the port; 0 for any that is free.": (
        "Dans le navigateur : le port ; 0 pour n'importe quel port libre."
    ),
    "In the browser: where the games are kept.": "Dans le navigateur : où sont gardées les parties.",
    # rules, odds
    "A topic, or the id of a clause or of a reading.": "Un sujet, ou l'id d'un article ou d'une lecture.",
    "Find the clauses and readings that have all these words.": (
        "Chercher les articles et les lectures qui contiennent tous ces mots."
    ),
    "Only what this edition's rulebook states.": "Seulement ce que dit le livret de cette édition.",
    "Pay the fine at once, or throw for a double as long as allowed.": (
        "Payer l'amende aussitôt, ou tenter un double tant que c'est permis."
    ),
    "What a double gives, where it has an option.": "Ce que donne un double, là où il a une option.",
    "Where the option of a double one goes, 0 to 39.": "Où mène l'option du double 1, de 0 à 39.",
    "The answer to a card that says: pay, or draw another.": (
        "La réponse à une carte qui dit : payez, ou tirez-en une autre."
    ),
    "Write a page with a heat map of the board.": "Écrire une page avec la carte des cases chaudes du plateau.",
    # tournament, simulate, bench
    "Editions or files of your own, with commas or repeated; `all` for every one.": (
        "Des éditions ou des fichiers à vous, séparés de virgules ou répétés ; `all` pour toutes."
    ),
    "Games of each line-up.": "Parties de chaque composition.",
    "Each bot alone against a table of each other: a cross table.": (
        "Chaque bot seul contre une table de chacun des autres : un tableau croisé."
    ),
    "Each bot alone against a table of the one named before it.": (
        "Chaque bot seul contre une table de celui qui est nommé avant lui."
    ),
    "Seats at a table; else as many as bots named, or 4.": "Places à une table ; sinon autant que de bots, ou 4.",
    "Seats at the table; else as many as bots named, or 4.": "Places à la table ; sinon autant que de bots, ou 4.",
    "A game is given up after so many.": "Une partie est abandonnée après tant de tours de table.",
    "A game is given up after so many; else 500 a player.": (
        "Une partie est abandonnée après tant de tours ; sinon 500 par joueur."
    ),
    "Processes; else one a core.": "Processus ; sinon un par cœur.",
    "At once; else one a core.": "En même temps ; sinon un par cœur.",
    "Write a page with the tables and charts.": "Écrire une page avec les tableaux et les graphiques.",
    "How many.": "Combien.",
    "Every game begins one seat further on.": "Chaque partie commence une place plus loin.",
    "Only these, with commas or repeated; else all that are here.": (
        "Seulement ceux-ci, séparés par des virgules ou répétés ; sinon tous ceux d'ici."
    ),
    "What runs the games.": "Ce qui fait tourner les parties.",
    "Let a Ray cluster play; see docs/cluster.md.": "Faire jouer une grappe Ray ; voir docs/cluster.md.",
    "Write a page with tables and plots.": "Écrire une page avec des tableaux et des courbes.",
    "Write the figures as CSV files.": "Écrire les chiffres en fichiers CSV.",
    "Write them as Parquet files.": "Les écrire en fichiers Parquet.",
    "For each figure, in seconds.": "Pour chaque chiffre, en secondes.",
    # serve, verify, export, import
    "The address to listen on; 0.0.0.0 for every one.": "L'adresse d'écoute ; 0.0.0.0 pour toutes.",
    "The port; 0 for any that is free.": "Le port ; 0 pour n'importe quel port libre.",
    "Where the games are kept.": "Où sont gardées les parties.",
    "A PostgreSQL database for the games instead of a folder: postgresql://USER@HOST/NAME.": (
        "Une base PostgreSQL pour les parties au lieu d'un dossier : postgresql://UTILISATEUR@HÔTE/NOM."
    ),
    "Another page that may connect, such as https://play.example; repeatable.": (
        "Une autre page qui peut se connecter, comme https://play.example ; peut se répéter."
    ),
    "A proxy that is believed when it says who comes, such as 127.0.0.1; repeatable.": (
        "Un mandataire que l'on croit quand il dit qui vient, par exemple 127.0.0.1 ; peut se répéter."
    ),
    "A host name by which browsers reach this server; repeatable.": (
        "Un nom sous lequel les navigateurs atteignent ce serveur ; peut se répéter."
    ),
    "Back the games up every so many hours; 0: never.": "Sauvegarder les parties à cet intervalle ; 0 : jamais.",
    "Where the backups go; without it, into the data folder.": (
        "Où vont les sauvegardes ; sans cela, dans le dossier de données."
    ),
    "How many backups are kept.": "Combien de sauvegardes sont gardées.",
    "Delete tables so many days after they ended, or after their last action; 0: never.": (
        "Supprimer les tables tant de jours après leur fin, ou après leur dernière action ; 0 : jamais."
    ),
    "The file to write; the secrets of running games are in it.": (
        "Le fichier à écrire ; il contient les secrets des parties en cours."
    ),
    "A file that `freehold backup` or the server has written.": (
        "Un fichier écrit par `freehold backup` ou par le serveur."
    ),
    "Milliseconds before a bot plays.": "Millisecondes avant qu'un bot joue.",
    "The log of a game, or with --data a game's id.": "Le journal d'une partie, ou avec --data l'id d'une partie.",
    "The data folder of `freehold serve`.": "Le dossier de données de `freehold serve`.",
    "The last digest that you noted at the table.": "La dernière empreinte que vous avez notée à la table.",
    "The id of a table that is paused, over, or not begun.": "L'id d'une table en pause, terminée ou pas commencée.",
    "The file to write; the secret of the dice is in it.": "Le fichier à écrire ; il contient le secret des dés.",
    "A file that `freehold export` has written.": "Un fichier écrit par `freehold export`.",
    # editions
    "An edition file.": "Un fichier d'édition.",
    "The file to write; - for the screen.": "Le fichier à écrire ; - pour l'écran.",
    # Headings
    "Usage:": "Utilisation :",
    "Example:": "Exemple :",
    "Arguments": "Arguments",
    "Options": "Options",
    "Commands": "Commandes",
    "[OPTIONS]": "[OPTIONS]",
    "COMMAND [ARGS]…": "COMMANDE [ARGS]…",
    "default": "défaut",
    "required": "obligatoire",
    # Placeholders
    "CLASS": "CLASSE",
    "EDITION": "ÉDITION",
    "FILE": "FICHIER",
    "FILE|GAME": "FICHIER|PARTIE",
    "FOLDER": "DOSSIER",
    "HEAD": "EMPREINTE",
    "ADDRESS": "ADRESSE",
    "HOST": "ADRESSE",
    "ID_OR_FILE": "ID_OU_FICHIER",
    "LANG": "LANGUE",
    "NAME": "NOM",
    "NAME=VALUE": "NOM=VALEUR",
    "NAME[,NAME…]": "NOM[,NOM…]",
    "ORIGIN": "PAGE",
    "PLAYERS": "JOUEURS",
    "SEED": "GRAINE",
    "SQUARE": "CASE",
    "TOKEN": "PION",
    "TOPIC": "SUJET",
    "VARIANT": "VARIANTE",
    "auto|local|HOST:PORT": "auto|local|HÔTE:PORT",
}

# Parser errors in English (patterns) and French. {0} and {1} are the groups, {value} is the expected value.
COMPLAINTS: tuple[tuple[str, str], ...] = (
    (r"Missing (?:argument|parameter)", "Il manque un argument : {value}."),
    (r"Missing option '?(-[^\s']+)", "Il manque l'option {0}."),
    (r"Missing command", "Il manque une commande ; `{command} --help` en donne la liste."),
    (
        r"No such command '(.*?)'\. Did you mean '?(.*?)'?\?",
        "Il n'y a pas de commande « {0} » ; vouliez-vous dire {1} ?",
    ),
    (r"No such command '(.*?)'\.", "Il n'y a pas de commande « {0} » ; `{command} --help` en donne la liste."),
    (
        r"No such option:? '?(-[^\s']*).*?(?:Possible options: |Did you mean )'?(.*?)'?[)?]",
        "Il n'y a pas d'option {0} ; vouliez-vous dire {1} ?",
    ),
    (r"No such option:? '?(-[^\s']*)", "Il n'y a pas d'option {0} ; `{command} --help` en donne la liste."),
    (r"Got unexpected extra argument\S* \((.*)\)", "C'est trop d'arguments : « {0} » est de trop."),
    (r"Option '?(-[^\s']+)'? requires", "L'option {0} demande une valeur."),
    (r"Option '?(-[^\s']+)'? does not take", "L'option {0} ne prend pas de valeur."),
    (r"Invalid value for '?(-[^\s':]+)", "Cette valeur ne va pas avec {0}, qui demande : {value}."),
    (r"", "Cette commande est mal écrite ; `{command} --help` montre comment l'écrire."),
)

"""Tales by a small grammar: people, places, things and what becomes of them; a text to learn from.

Every choice is drawn with equal chances and can be told from the text, so the sum of log(number of choices) is the text's own
information: no model of it can do better than that sum over the number of characters."""
import math
import random

PEOPLE = [("Anna", "she"), ("Bruno", "he"), ("Clara", "she"), ("David", "he"), ("Emma", "she"), ("Felix", "he"), ("Greta", "she"),
          ("Hugo", "he"), ("Ida", "she"), ("Jonas", "he"), ("Katrin", "she"), ("Luis", "he"), ("Mara", "she"), ("Nils", "he")]
TRADES = ["baker", "smith", "sailor", "weaver", "miller", "teacher", "painter", "shepherd", "doctor", "gardener"]
PLACES = ["by the river", "on the hill", "near the old bridge", "at the edge of the wood", "beside the harbour", "in the valley",
          "behind the mill", "under the great oak"]
THINGS = ["lamp", "clock", "boat", "letter", "basket", "mirror", "ring", "map", "violin", "kettle", "coat", "key"]
KINDS = ["small", "golden", "broken", "heavy", "blue", "forgotten", "silver", "wooden", "strange", "warm"]
TIMES = ["One morning", "In the evening", "On the first day of spring", "After the storm", "Late at night", "Before the winter came",
         "When the bells rang", "A week later"]
FOUND = ["found", "bought", "lost", "carried", "repaired", "hid", "sold", "dreamed of"]
WENT = ["walked", "ran", "rode", "wandered", "hurried", "went slowly"]
TO = ["to the market", "down the road", "across the field", "into the town", "through the snow", "back to the house", "up the stairs"]
FELT = ["glad", "tired", "afraid", "proud", "hungry", "curious", "sad", "calm"]
ASKED = ["Where is", "Who took", "Have you seen", "What is the use of", "Who will mend"]
ANSWERED = ["I do not know", "Ask the wind", "It was never yours", "Look behind the door", "We shall see tomorrow",
            "It belongs to the king", "You must be patient"]
ENDS = ["And so it remained", "Nobody spoke of it again", "From that day on all was well", "The whole village laughed",
        "It is still told today"]
NUMBERS = ["two", "three", "four", "five", "six", "seven", "eight", "nine"]


class Teller:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.nats = 0.0

    def one(self, choices, but=()):
        left = [c for c in choices if c not in but]
        self.nats += math.log(len(left))
        return left[self.random.randrange(len(left))]

    def article(self, word):
        return ("an " if word[0] in "aeiou" else "a ") + word

    def tale(self):
        hero = self.one(PEOPLE)
        name, they = hero[0], hero[1].capitalize()
        friend = self.one(PEOPLE, [hero])[0]
        thing, kind = self.one(THINGS), self.one(KINDS)
        out = [f"{name} was {self.article(self.one(TRADES))} and lived {self.one(PLACES)}.",
               f"{self.one(TIMES)} {name} {self.one(FOUND)} {self.article(kind)} {thing}."]
        for _ in range(self.one([2, 3, 4, 5])):
            out.append(self.one([self.walk, self.count, self.talk, self.feel, self.trade])(name, they, friend, thing, kind))
        out.append(f"{self.one(ENDS)}.")
        return " ".join(out)

    def walk(self, name, they, friend, thing, kind):
        return f"{they} {self.one(WENT)} {self.one(TO)} and met {friend} {self.one(PLACES)}."

    def count(self, name, they, friend, thing, kind):
        n = self.one(range(len(NUMBERS) - 1))
        return f"{friend} had {NUMBERS[n]} {self.one(THINGS, [thing])}s, and soon there were {NUMBERS[n + 1]}."

    def talk(self, name, they, friend, thing, kind):
        return f'"{self.one(ASKED)} the {kind} {thing}?" asked {name}. "{self.one(ANSWERED)}," said {friend}.'

    def feel(self, name, they, friend, thing, kind):
        first = self.one(FELT)
        return f"{name} was {first}, but {friend} was {self.one(FELT, [first])}."

    def trade(self, name, they, friend, thing, kind):
        return f"{they} gave the {thing} to {friend} for {self.article(self.one(KINDS, [kind]))} {self.one(THINGS, [thing])}."


def write(seed, characters):
    """-> the text, and the nats of all choices that it came from"""
    teller, parts, length = Teller(seed), [], 0
    while length < characters:
        parts.append(teller.tale() + "\n")
        length += len(parts[-1])
    return "".join(parts), teller.nats

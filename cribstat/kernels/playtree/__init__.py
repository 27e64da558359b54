"""The play of two hidden hands as a tree of public events: growing it and walking it.

State. Suits never matter in the play, so a hand is a multiset of ranks. A node of the tree is what both
players saw: the cards laid in order and the goes. A hand is a vector entry at the node, one for every
multiset of as many ranks as the player still holds. Once both hold one card, or one of them none, the
rest decides itself (a player left alone lays his cards in the order that earns him most, whatever he
thinks of the other): such a node is a leaf with a table of payoffs.

Kinds. Here ranks run backwards: kind 0 is the king, kind 12 the ace, because multisets in colexicographic
order that use the first n kinds only come first. A player who says go at a count c holds nothing of
value 31 - c or less, for the rest of the deal: his vector is cut to its first entries, and a leaf
table to its corner. A go is an action that exactly the hands without a playable card take.

Weights. The chance of keeps h and k together is f(h) g(k) N(h + k) / (N(h) N(k)), where N counts the ways
to pick suits. Apart from factors of h alone and of k alone, this is the product over the ranks of
4 (4 - 1) (4 - 2) ..., as many factors as both hold cards of the rank: every card, laid or still held, is
one of the copies of its rank not seen before. The walk multiplies by the unseen copies as cards are laid
and by those of the last cards at the leaves, so that every card is removed for both sides exactly.
"""

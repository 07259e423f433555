; Rules that do not hold: `assay rules --verify` refutes each of them with values.

; ---- Table 2 of the paper, as it is printed --------------------------------------------------------
; A suffix need not come before the whole: x = "\u{1}", y = "\u{0}\u{1}".
(approx table2.suffix-le (terms (x y String)) (strong (str.suffixof x y)) (weak (str.<= x y)))
; Nor what is contained: x = "\u{0}\u{1}", y = "\u{1}".
(approx table2.contains-le (terms (x y String)) (strong (str.contains x y)) (weak (str.<= y x)))
; Prefixes and suffixes of one string can differ: x = "", y = a = "A".
(approx table2.both-ends-eq (terms (x y a String))
    (strong (and (str.suffixof x a) (str.prefixof x a) (str.suffixof y a) (str.prefixof y a)))
    (weak (= x y)))
; A misprint of bvslt.
(approx table2.sgt-sle (widths n) (terms (x y (_ BitVec n)))
    (strong (bvsgt x y)) (weak (bvsle x y)))

; ---- What the paper warns of -----------------------------------------------------------------------
; Addition wraps around.
(approx overflow.ule-ult (widths n) (terms (x y (_ BitVec n)))
    (coefficients (a (_ BitVec n) (distinct a (_ bv0 n))))
    (strong (bvule x y)) (weak (bvult x (bvadd y a))))
(approx overflow.sle-slt (widths n) (terms (x y (_ BitVec n)))
    (coefficients (a (_ BitVec n) (bvsgt a (_ bv0 n))))
    (strong (bvsle x y)) (weak (bvslt x (bvadd y a))))
; The opposite predicate is no negation where there is a NaN.
(approx nan.not-lt (widths e s) (terms (x y (_ FloatingPoint e s)))
    (strong (not (fp.lt x y))) (weak (fp.geq x y)))
(approx nan.not-leq (widths e s) (terms (x y (_ FloatingPoint e s)))
    (same (not (fp.leq x y)) (fp.gt x y)))
(approx nan.split (widths e s) (terms (x y a (_ FloatingPoint e s)))
    (strong (fp.lt x y)) (weak (or (fp.lt x a) (fp.lt a y))))
; = is not fp.eq: a NaN equals itself, and zeros differ.
(approx float.same-eq (widths e s) (terms (x y (_ FloatingPoint e s)))
    (strong (= x y)) (weak (fp.eq x y)))
(approx float.eq-same (widths e s) (terms (x y (_ FloatingPoint e s)))
    (strong (fp.eq x y)) (weak (= x y)))
; The condition on the literal is missing, or too weak.
(approx condition.none (types A) (among A Int Real) (terms (x y A)) (coefficients (a A))
    (strong (<= x y)) (weak (< x (+ y a))))
(approx condition.weak (types A) (among A Int Real) (terms (x y A))
    (coefficients (a A (<= a (+ a a))))
    (strong (<= (+ x a) y)) (weak (< x y)))

; ---- More ------------------------------------------------------------------------------------------
; What divides by zero can be anything.
(approx open.div (terms (x y a Int)) (strong (<= x y)) (weak (<= (div x a) (div y a))))
; The arrow is the wrong way round.
(approx turned.and-or (terms (p q Bool)) (strong (or p q)) (weak (and p q)))
(approx turned.select (types I E) (terms (x y (Array I E)) (i I))
    (strong (= (select x i) (select y i))) (weak (= x y)))
(approx turned.star (terms (x String) (R RegLan))
    (strong (str.in_re x (re.* R))) (weak (str.in_re x R)))
(approx turned.instance (types A) (terms (a A)) (predicate P A)
    (strong (exists ((v A)) (P v))) (weak (forall ((v A)) (P v))))
; Not all constructors are one of two.
(approx data.other (datatype D (c (s (_ BitVec 1))) (d)) (terms (x D))
    (strong (not ((_ is c) x))) (weak ((_ is c) x)))
; Only one of the two implications holds.
(approx half.same (terms (x y Int)) (same (< x y) (<= x y)))

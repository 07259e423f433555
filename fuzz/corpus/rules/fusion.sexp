(fusion bv.linear (widths n) (sort (_ BitVec n)) (coefficients (c (_ BitVec n) (= ((_ extract 0 0) c) #b1)))
    (inverse d c) (z (bvadd (bvmul c x) y)) (x (bvmul d (bvsub z y))) (y (bvsub z (bvmul c x))))
(fusion data.pair (types A B) (sorts A B Pair) (datatype Pair (pair (first A) (second B)))
    (z (pair x y)) (x (first z)) (y (second z)))

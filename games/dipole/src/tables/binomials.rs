//! Binomial coefficients, of which all numbers of positions are made.

/// One more than the largest upper number: pieces of one player and dark cells of the largest board.
const UPPER: usize = super::MOST_PIECES + 50 + 1;

/// One more than the largest lower number.
const LOWER: usize = super::MOST_PIECES + 1;

/// By lower number, then by upper number: sums run along one lower number after the other.
static BINOMIALS: [[u64; UPPER]; LOWER] = {
    let mut table = [[0; UPPER]; LOWER];
    let mut n = 0;
    while n < UPPER {
        table[0][n] = 1;
        let mut k = 1;
        while k < LOWER && n > 0 {
            // Pascal's triangle.
            table[k][n] = table[k - 1][n - 1] + table[k][n - 1];
            k += 1;
        }
        n += 1;
    }
    table
};

/// In how many ways `k` of `n` things can be chosen.
#[inline]
pub(super) fn choose(n: usize, k: usize) -> u64 {
    BINOMIALS[k][n]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coefficients_are_those_of_the_formula() {
        for n in 0..UPPER {
            for k in 0..LOWER.min(n + 1) {
                let formula = (0..k as u64).fold(1, |product, i| product * (n as u64 - i) / (i + 1));
                assert_eq!(choose(n, k), formula, "{n} over {k}");
            }
        }
        assert_eq!(choose(3, 4), 0);
    }
}

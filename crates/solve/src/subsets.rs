//! Sets of k among n by number, in the order of their largest elements (the combinatorial number system).

/// The sets of `k` of the numbers below `n`, which is at most 64.
#[derive(Clone, Debug)]
pub struct Subsets {
    k: usize,
    count: u64,
    /// For each j up to k and each i up to n: how many sets of j among i there are.
    choose: Vec<Vec<u64>>,
}

impl Subsets {
    /// `None` if k is larger than n, or n than 64, or if there are too many sets.
    pub fn new(n: usize, k: usize) -> Option<Subsets> {
        if k > n || n > 64 {
            return None;
        }
        let mut choose = vec![vec![1u64; n + 1]];
        for j in 1..=k {
            let mut row = vec![0u64; n + 1];
            for i in 1..=n {
                row[i] = row[i - 1].checked_add(choose[j - 1][i - 1])?;
            }
            choose.push(row);
        }
        Some(Subsets { k, count: choose[k][n], choose })
    }

    /// How many there are.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The number of a set, given as bits. It must have `k` of them.
    #[inline]
    pub fn rank(&self, set: u64) -> u64 {
        let (mut rest, mut rank, mut j) = (set, 0, 1);
        while rest != 0 {
            rank += self.choose[j][rest.trailing_zeros() as usize];
            rest &= rest - 1;
            j += 1;
        }
        rank
    }

    /// The set with a number below [`count`](Subsets::count).
    #[inline]
    pub fn unrank(&self, rank: u64) -> u64 {
        let (mut rest, mut set) = (rank, 0);
        for j in (1..=self.k).rev() {
            // The largest element whose sets come not behind.
            let row = &self.choose[j];
            let element = row.partition_point(|count| *count <= rest) - 1;
            rest -= row[element];
            set |= 1 << element;
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_has_one_number() {
        for (n, k, count) in [(5, 0, 1), (5, 2, 10), (6, 6, 1), (13, 3, 286), (25, 3, 2300), (64, 2, 2016)] {
            let subsets = Subsets::new(n, k).unwrap();
            assert_eq!(subsets.count(), count);
            for rank in 0..count {
                let set = subsets.unrank(rank);
                assert_eq!((set.count_ones() as usize, subsets.rank(set)), (k, rank));
                assert!(n == 64 || set >> n == 0);
            }
        }
        assert!(Subsets::new(3, 4).is_none() && Subsets::new(65, 1).is_none());
    }
}

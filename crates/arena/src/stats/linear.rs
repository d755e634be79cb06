//! The little linear algebra that fitting ratings needs.

/// A square matrix, row by row.
pub(super) type Matrix = Vec<Vec<f64>>;

/// A matrix of zeros.
pub(super) fn zeros(size: usize) -> Matrix {
    vec![vec![0.0; size]; size]
}

/// The inverse by Gauss and Jordan, with the largest element of each column as its pivot. `None` if there is none, or
/// if a number is not finite.
pub(super) fn inverse(mut matrix: Matrix) -> Option<Matrix> {
    let size = matrix.len();
    let mut result = zeros(size);
    for (index, row) in result.iter_mut().enumerate() {
        row[index] = 1.0;
    }
    for column in 0..size {
        let by_size = |&a: &usize, &b: &usize| matrix[a][column].abs().total_cmp(&matrix[b][column].abs());
        let pivot = (column..size).max_by(by_size)?;
        matrix.swap(column, pivot);
        result.swap(column, pivot);
        let divisor = matrix[column][column];
        if divisor == 0.0 || !divisor.is_finite() {
            return None;
        }
        for value in matrix[column].iter_mut().chain(&mut result[column]) {
            *value /= divisor;
        }
        let (pivot_row, pivot_result) = (matrix[column].clone(), result[column].clone());
        for row in (0..size).filter(|&row| row != column) {
            let factor = matrix[row][column];
            subtract(&mut matrix[row], &pivot_row, factor);
            subtract(&mut result[row], &pivot_result, factor);
        }
    }
    result.iter().flatten().all(|value| value.is_finite()).then_some(result)
}

fn subtract(row: &mut [f64], other: &[f64], factor: f64) {
    for (value, other) in row.iter_mut().zip(other) {
        *value -= factor * other;
    }
}

/// The product of two matrices.
pub(super) fn product(left: &Matrix, right: &Matrix) -> Matrix {
    let size = left.len();
    let mut result = zeros(size);
    for (row, values) in result.iter_mut().zip(left) {
        for (factor, other) in values.iter().zip(right) {
            subtract(row, other, -factor);
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_matrix_times_its_inverse_is_one() {
        // The first pivot is 0: rows must be exchanged.
        let matrix = vec![vec![0.0, 2.0, 1.0], vec![3.0, -1.0, 4.0], vec![1.0, 1.0, 1e-3]];
        let one = product(&matrix, &inverse(matrix.clone()).unwrap());
        for (i, row) in one.iter().enumerate() {
            for (j, value) in row.iter().enumerate() {
                assert!((value - f64::from(u8::from(i == j))).abs() < 1e-12, "{one:?}");
            }
        }
    }

    #[test]
    fn what_has_no_inverse_gets_none() {
        assert_eq!(inverse(vec![vec![1.0, 2.0], vec![2.0, 4.0]]), None);
        assert_eq!(inverse(vec![vec![f64::NAN]]), None);
        assert_eq!(inverse(zeros(2)), None);
        assert_eq!(inverse(Vec::new()), Some(Vec::new()));
    }
}

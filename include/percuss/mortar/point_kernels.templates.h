// SPDX-License-Identifier: Apache-2.0

// The kernels of point_kernels.h for PERCUSS_LANES lanes, in the namespace
// PERCUSS_KERNELS: compiled once for each instruction set, see
// base/vector_lanes.templates.h.

namespace percuss::PERCUSS_KERNELS
{
  PERCUSS_INLINE Lanes
  points(const double *const row, const std::size_t k)
  {
    return *reinterpret_cast<const Lanes *>(row + k);
  }

  PERCUSS_INLINE void
  set(double *const row, const std::size_t k, const Lanes value)
  {
    *reinterpret_cast<Lanes *>(row + k) = value;
  }

  PERCUSS_INLINE double
  sum_of(const Lanes x)
  {
    double sum = 0.;
    for (int i = 0; i < PERCUSS_LANES; ++i)
      sum += x[i];
    return sum;
  }

  PERCUSS_INLINE Lanes
  magnitude(const Lanes x)
  {
    return x < 0. ? -x : x;
  }

  /** A point of a plane. */
  struct Point
  {
    double x, y;

    PERCUSS_INLINE
    Point(const PlaneCorners &face, const int i)
      : x(face.corners[2 * i])
      , y(face.corners[2 * i + 1])
    {}

    PERCUSS_INLINE
    Point(const double x, const double y)
      : x(x)
      , y(y)
    {}

    PERCUSS_INLINE Point
    operator-(const Point &other) const
    {
      return {x - other.x, y - other.y};
    }

    PERCUSS_INLINE double
    cross(const Point &other) const
    {
      return x * other.y - y * other.x;
    }
  };

  /** Parameters of triangles. */
  struct TriangleParameters
  {
    const Point  e, f;
    const double over_J;

    PERCUSS_INLINE explicit TriangleParameters(const PlaneCorners &face)
      : e(Point(face, 1) - Point(face, 0))
      , f(Point(face, 2) - Point(face, 0))
      , over_J(1. / e.cross(f))
    {}

    PERCUSS_INLINE void
    set(const Lanes q_0, const Lanes q_1, Lanes &s, Lanes &t) const
    {
      s = (q_0 * f.y - q_1 * f.x) * over_J;
      t = (e.x * q_1 - e.y * q_0) * over_J;
    }
  };

  // q = s e + t f + s t d, so that (q - s e) x (f + s d) = 0.
  /** Parameters of quadrilaterals. */
  struct QuadrilateralParameters
  {
    const Point  e, f, d;
    const double a;

    PERCUSS_INLINE explicit QuadrilateralParameters(const PlaneCorners &face)
      : e(Point(face, 1) - Point(face, 0))
      , f(Point(face, 3) - Point(face, 0))
      , d(Point(face, 2) - Point(face, 3) - e)
      , a(-e.cross(d))
    {}

    PERCUSS_INLINE void
    set(const Lanes q_0, const Lanes q_1, Lanes &s, Lanes &t) const
    {
      const Lanes b       = q_0 * d.y - q_1 * d.x - e.cross(f);
      const Lanes c       = q_0 * f.y - q_1 * f.x;
      const Lanes squared = b * b - (4. * a) * c;
      const Lanes D       = square_root(squared > 0. ? squared : Lanes{});
      const Lanes r       = -0.5 * (b + (b < 0. ? -D : D));
      const Lanes one     = c / r;
      const Lanes other   = r / a; // infinite where a = 0
      s = magnitude(other - 0.5) < magnitude(one - 0.5) ? other : one;
      const Lanes m_0 = f.x + s * d.x, m_1 = f.y + s * d.y;
      t = (m_0 * (q_0 - s * e.x) + m_1 * (q_1 - s * e.y)) /
          (m_0 * m_0 + m_1 * m_1);
    }
  };

  template <class Parameters>
  PERCUSS_INLINE void
  place_in(const PointRows    &rows,
           const PointRange   &range,
           const PlaneCorners &face,
           const int           values)
  {
    const Parameters    parameters(face);
    const Point         corner(face, 0);
    const double *const y_0 = rows(PointRows::y_0), *const y_1 =
                                                      rows(PointRows::y_1);
    double *const xi = rows(PointRows::xi), *const eta = rows(PointRows::eta);
    double *const N_0 = rows(values), *const N_1 = rows(values + 1),
                  *const N_2 = rows(values + 2), *const N_3 = rows(values + 3);
    for (std::size_t k = range.begin; k < range.end; k += PERCUSS_LANES)
      {
        Lanes s, t;
        parameters.set(points(y_0, k) - corner.x,
                       points(y_1, k) - corner.y,
                       s,
                       t);
        set(xi, k, s);
        set(eta, k, t);
        if (face.n_nodes == 3)
          {
            set(N_0, k, 1. - s - t);
            set(N_1, k, s);
            set(N_2, k, t);
            set(N_3, k, Lanes{});
          }
        else
          {
            const Lanes both = s * t;
            set(N_0, k, 1. - s - t + both);
            set(N_1, k, s - both);
            set(N_2, k, both);
            set(N_3, k, t - both);
          }
      }
  }

  void
  place(const PointRows    &rows,
        const PointRange   &range,
        const PlaneCorners &face,
        const int           values)
  {
    if (face.n_nodes == 3)
      place_in<TriangleParameters>(rows, range, face, values);
    else
      place_in<QuadrilateralParameters>(rows, range, face, values);
  }

  void
  weigh(const PointRows &rows, const PointRange &range, const AreaVector &area)
  {
    const double *const xi = rows(PointRows::xi), *const eta =
                                                    rows(PointRows::eta);
    double *const weight = rows(PointRows::weight);
    for (std::size_t k = range.begin; k < range.end; k += PERCUSS_LANES)
      {
        const Lanes s = points(xi, k), t = points(eta, k);
        Lanes       n[3];
        for (int i = 0; i < 3; ++i)
          n[i] = area.a[i] + s * area.b[i] + t * area.c[i];
        set(weight,
            k,
            points(weight, k) *
              square_root(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) /
              magnitude(n[2]));
      }
  }

  /** Sums of all points of w times a function of their number. */
  template <class Function>
  PERCUSS_INLINE double
  mean_of(const PointRows  &rows,
          const PointRange &range,
          const Function   &function)
  {
    const double *const weight = rows(PointRows::weight);
    Lanes               sum{};
    for (std::size_t k = range.begin; k < range.end; k += PERCUSS_LANES)
      sum += points(weight, k) * function(k);
    return sum_of(sum);
  }

  bool
  dual(const PointRows  &rows,
       const PointRange &range,
       const int         n_functions,
       DualSums         &sums)
  {
    const double *const xi = rows(PointRows::xi), *const eta =
                                                    rows(PointRows::eta);
    double *const weight = rows(PointRows::weight);
    double *const phi_ab = rows(PointRows::phi + 3);
    double *const phi_a  = rows(PointRows::phi + 1), *const phi_b =
                                                      rows(PointRows::phi + 2);
    const auto for_points = [&](const auto &f) {
      for (std::size_t k = range.begin; k < range.end; k += PERCUSS_LANES)
        f(k);
    };

    sums.area = mean_of(rows, range, [](std::size_t) { return all(1.); });
    const double over_area = 1. / sums.area;
    Lanes        a_sum{}, b_sum{};
    for_points([&](const std::size_t k) {
      const Lanes w = points(weight, k) * over_area;
      set(weight, k, w);
      a_sum += w * points(xi, k);
      b_sum += w * points(eta, k);
    });
    const double a_mean = sum_of(a_sum), b_mean = sum_of(b_sum);
    Lanes        aa{}, ab{}, bb{};
    for_points([&](const std::size_t k) {
      const Lanes a = points(xi, k) - a_mean, b = points(eta, k) - b_mean;
      const Lanes w = points(weight, k);
      aa += w * a * a;
      ab += w * a * b;
      bb += w * b * b;
      set(phi_a, k, a);
      set(phi_b, k, b);
    });
    const double variance = sum_of(aa), before = sum_of(bb);
    const double along = sum_of(ab) / variance;
    Lanes        rest{};
    for_points([&](const std::size_t k) {
      const Lanes b = points(phi_b, k) - along * points(phi_a, k);
      rest += points(weight, k) * b * b;
      set(phi_b, k, b);
    });
    const double after  = sum_of(rest);
    const double over_a = 1. / __builtin_sqrt(variance),
                 over_b = 1. / __builtin_sqrt(after);

    // the product of xi and eta, but for its parts along 1, a and b
    Lanes both_sum{}, both_a{}, both_b{};
    for_points([&](const std::size_t k) {
      const Lanes a = over_a * points(phi_a, k), b = over_b * points(phi_b, k);
      const Lanes both =
        over_a * over_b * (points(xi, k) - a_mean) * (points(eta, k) - b_mean);
      const Lanes w_both = points(weight, k) * both;
      both_sum += w_both;
      both_a += w_both * a;
      both_b += w_both * b;
      set(phi_a, k, a);
      set(phi_b, k, b);
      set(phi_ab, k, both);
    });
    const double along_1 = sum_of(both_sum), along_a = sum_of(both_a),
                 along_b = sum_of(both_b);
    Lanes both_rest{};
    for_points([&](const std::size_t k) {
      const Lanes both = points(phi_ab, k) - along_1 -
                         along_a * points(phi_a, k) -
                         along_b * points(phi_b, k);
      both_rest += points(weight, k) * both * both;
      set(phi_ab, k, both);
    });
    const double over_ab =
      n_functions == 4 ? 1. / __builtin_sqrt(sum_of(both_rest)) : 0.;
    Lanes N_phi[4][4] = {};
    for_points([&](const std::size_t k) {
      const Lanes w      = points(weight, k);
      const Lanes phi[4] = {w,
                            w * points(phi_a, k),
                            w * points(phi_b, k),
                            w * over_ab * points(phi_ab, k)};
      for (int i = 0; i < 4; ++i)
        set(rows(PointRows::phi + i), k, phi[i]);
      for (int j = 0; j < 4; ++j)
        {
          const Lanes N = points(rows(PointRows::N + j), k);
          for (int i = 0; i < 4; ++i)
            N_phi[j][i] += N * phi[i];
        }
    });
    for (int j = 0; j < 4; ++j)
      {
        sums.mean[j] = sum_of(N_phi[j][0]);
        for (int i = 0; i < 4; ++i)
          sums.B[j][i] = sum_of(N_phi[j][i]) / sums.mean[j];
      }
    return after > 1e-20 * before;
  }

  /** Of functions @p first to @p last of the master. */
  template <int first, int last>
  PERCUSS_INLINE void
  sum_of_functions(const PointRows  &rows,
                   const PointRange &range,
                   PieceSums        &sums)
  {
    constexpr int n             = last - first + 1;
    Lanes         of_phi[4]     = {};
    Lanes         product[n][4] = {};
    for (std::size_t k = range.begin; k < range.end; k += PERCUSS_LANES)
      for (int i = 0; i < 4; ++i)
        {
          const Lanes phi = points(rows(PointRows::phi + i), k);
          of_phi[i] += phi;
          for (int b = 0; b < n; ++b)
            product[b][i] +=
              phi * points(rows(PointRows::master + first + b), k);
        }
    for (int i = 0; i < 4; ++i)
      {
        sums.phi[i] = sum_of(of_phi[i]);
        for (int b = 0; b < n; ++b)
          sums.product[first + b][i] = sum_of(product[b][i]);
      }
  }

  void
  sum(const PointRows  &rows,
      const PointRange &range,
      const int         n_functions,
      PieceSums        &sums)
  {
    sum_of_functions<0, 3>(rows, range, sums);
    if (n_functions == 9)
      sum_of_functions<4, 8>(rows, range, sums);
  }

  PointKernels
  kernels()
  {
    return {PERCUSS_LANES, &place, &weigh, &dual, &sum};
  }
} // namespace percuss::PERCUSS_KERNELS

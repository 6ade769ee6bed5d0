// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/mechanism/body_field_writer.h>
#include <percuss/output/file_replacement.h>
#include <percuss/output/polygon_fields.h>

#include <cmath>
#include <numbers>

namespace percuss
{
  namespace
  {
    // Sides of a circle, of a few bodies or many.
    constexpr unsigned int n_around_of_few = 24, n_around_of_many = 12,
                           many_bodies = 100;

    template <int dim>
    std::vector<CollisionBody<dim>>
    with_shapes(const std::vector<CollisionBody<dim>> &bodies)
    {
      std::vector<CollisionBody<dim>> result;
      for (const auto &body : bodies)
        if (body.shape)
          result.push_back(body);
      return result;
    }
  } // namespace

  template <int dim>
  BodyFieldWriter<dim>::BodyFieldWriter(
    const OutputPlace                     &place,
    const std::vector<CollisionBody<dim>> &bodies,
    const Stepper<BandedAlgebra>          &stepper,
    const unsigned long int                interval,
    const FieldFormat                      format)
    : Observer(interval)
    , bodies(with_shapes(bodies))
    , stepper(stepper)
    , format(format)
    , times(place, "bodies", format)
  {
    times.make_folder();
    for (const auto &body : this->bodies)
      surfaces.push_back(surface_of(*body.shape,
                                    this->bodies.size() > many_bodies ?
                                      n_around_of_many :
                                      n_around_of_few));
  }

  // Of round ones the two halves of a circle or a ball, apart by the segment.
  template <int dim>
  auto
  BodyFieldWriter<dim>::surface_of(const ConvexShape<dim> &shape,
                                   const unsigned int      n_around) -> Surface
  {
    Surface surface;
    if constexpr (dim == 3)
      if (shape.is_cylinder())
        { // a prism; corners 2 k below and 2 k + 1 above
          std::vector<unsigned int> bottom, top;
          for (unsigned int k = 0; k < n_around; ++k)
            {
              const double angle = 2. * std::numbers::pi * k / n_around;
              for (const Vector &end : shape.vertices)
                surface.points.push_back(
                  end + shape.disc_radius *
                          Vector(std::cos(angle), std::sin(angle), 0.));
              const unsigned int a = 2 * k, b = 2 * ((k + 1) % n_around);
              surface.polygons.push_back({a, b, b + 1, a + 1});
              bottom.push_back(2 * (n_around - 1 - k));
              top.push_back(2 * k + 1);
            }
          surface.polygons.push_back(bottom);
          surface.polygons.push_back(top);
          return surface;
        }
    if (!shape.is_round())
      {
        surface.points = shape.vertices;
        if constexpr (dim == 3)
          for (const auto &face : shape.faces)
            surface.polygons.push_back(face.vertices);
        else
          { // one polygon, from edge to edge
            surface.polygons.emplace_back();
            unsigned int next = 0;
            do
              {
                surface.polygons[0].push_back(next);
                for (const auto &face : shape.faces)
                  if (face.vertices[0] == next)
                    {
                      next = face.vertices[1];
                      break;
                    }
            } while (next != 0 &&
                     surface.polygons[0].size() < shape.vertices.size());
          }
        return surface;
      }
    const double r = shape.radius, step = 2. * std::numbers::pi / n_around;
    const auto   end = [&](const bool positive) {
      return positive ? shape.vertices.back() : shape.vertices.front();
    };
    if constexpr (dim == 2)
      {
        surface.polygons.emplace_back();
        for (unsigned int i = 0; i < n_around; ++i)
          {
            const double angle = (i + 0.5) * step;
            surface.polygons[0].push_back(i);
            surface.points.push_back(
              end(std::cos(angle) > 0.) +
              r * Vector(std::cos(angle), std::sin(angle)));
          }
      }
    else
      {
        // rings of points from pole to pole, about z
        const unsigned int n_rings = n_around / 2;
        for (unsigned int k = 0; k < n_rings; ++k)
          for (unsigned int i = 0; i < n_around; ++i)
            {
              const double polar = (k + 0.5) * std::numbers::pi / n_rings;
              surface.points.push_back(
                end(std::cos(polar) > 0.) +
                r * Vector(std::sin(polar) * std::cos(i * step),
                           std::sin(polar) * std::sin(i * step),
                           std::cos(polar)));
            }
        for (unsigned int k = 0; k + 1 < n_rings; ++k)
          for (unsigned int i = 0; i < n_around; ++i)
            {
              const unsigned int a = k * n_around + i,
                                 b = k * n_around + (i + 1) % n_around;
              surface.polygons.push_back({a, b, b + n_around, a + n_around});
            }
        for (const unsigned int first : {0U, (n_rings - 1) * n_around})
          {
            surface.polygons.emplace_back();
            for (unsigned int i = 0; i < n_around; ++i)
              surface.polygons.back().push_back(first + i);
          }
      }
    return surface;
  }

  template <int dim>
  void
  BodyFieldWriter<dim>::observe(const StepRecord &record)
  {
    const Eigen::VectorXd &q = stepper.state().q.entries,
                          &v = stepper.state().v.entries;
    PolygonFields fields;
    const auto    append = [](std::vector<double> &all, const Vector &x) {
      for (const double entry : x)
        all.push_back(entry);
      if (dim == 2)
        all.push_back(0.);
    };
    for (std::size_t i = 0; i < bodies.size(); ++i)
      {
        const int    frame    = bodies[i].frame;
        const bool   is_fixed = frame == FramePoint<dim>::ground;
        const Vector X =
          is_fixed ? bodies[i].origin : frame_origin<dim>(q, frame);
        const Rotation<dim> R =
          is_fixed ? bodies[i].rotation : frame_rotation<dim>(q, frame);
        const auto first = static_cast<unsigned int>(fields.points.size() / 3);
        for (const Vector &x : surfaces[i].points)
          {
            append(fields.points, X + rotate(R, x));
            append(fields.velocities,
                   is_fixed ? Vector::Zero() :
                              Vector(position_derivative<dim>(q, {frame, x}) *
                                     of_frame<dim>(v, frame)));
          }
        for (const auto &polygon : surfaces[i].polygons)
          fields.add_polygon(polygon,
                             first,
                             static_cast<unsigned int>(frame + 1));
      }

    const std::string base = times.base(record.step);
    if (format == FieldFormat::vtu)
      times.write(record.time, base + ".vtu", [&](const std::string &path) {
        replace_file(path, vtu_of(fields));
      });
    else
      times.write(
        record.time,
        base + ".h5",
        [&](const std::string &path) { write_hdf5(fields, path); },
        xdmf_grid_of(fields, record.time, "solution/" + base + ".h5"));
  }

  template class BodyFieldWriter<2>;
  template class BodyFieldWriter<3>;
} // namespace percuss

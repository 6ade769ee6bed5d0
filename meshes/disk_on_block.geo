// A disk above a block, 1 um apart [m]: two bodies, whose meshes do not match
// where they touch. Physical surfaces disk, block; physical curves disk.lower,
// disk.rest, block.top, block.bottom, block.sides. Made into disk_on_block.msh by
//
//     gmsh -2 -format msh2 -o disk_on_block.msh disk_on_block.geo
SetFactory("Built-in");
R   = 0.010;
gap = 1e-6;
fine   = 0.0003; // at the contact, of the disk
coarse = 0.0020;
alpha = Pi / 8; // half the angle of the lower part of the disk

yc = R + gap;
Point(1) = {0, yc, 0, coarse};
Point(2) = {0, gap, 0, fine};
Point(3) = {R * Sin(alpha), yc - R * Cos(alpha), 0, 2 * fine};
Point(4) = {R, yc, 0, coarse};
Point(5) = {0, yc + R, 0, coarse};
Point(6) = {-R, yc, 0, coarse};
Point(7) = {-R * Sin(alpha), yc - R * Cos(alpha), 0, 2 * fine};
Circle(1) = {7, 1, 2};
Circle(2) = {2, 1, 3};
Circle(3) = {3, 1, 4};
Circle(4) = {4, 1, 5};
Circle(5) = {5, 1, 6};
Circle(6) = {6, 1, 7};
Curve Loop(1) = {1, 2, 3, 4, 5, 6};
Plane Surface(1) = {1};

W = 0.020;      // half the width of the block
H = 0.012;
b = 0.005;      // of its fine part
Point(11) = {-W, 0, 0, coarse};
Point(12) = {-b, 0, 0, 1.5 * fine};
Point(13) = {b, 0, 0, 1.5 * fine};
Point(14) = {W, 0, 0, coarse};
Point(15) = {W, -H, 0, 1.5 * coarse};
Point(16) = {-W, -H, 0, 1.5 * coarse};
Line(11) = {12, 11};
Line(12) = {13, 12};
Line(13) = {14, 13};
Line(14) = {15, 14};
Line(15) = {16, 15};
Line(16) = {11, 16};
Curve Loop(2) = {11, 16, 15, 14, 13, 12};
Plane Surface(2) = {2};

Recombine Surface{1, 2};

Physical Surface("disk", 1) = {1};
Physical Surface("block", 2) = {2};
Physical Curve("disk.lower", 11) = {1, 2};
Physical Curve("disk.rest", 12) = {3, 4, 5, 6};
Physical Curve("block.top", 21) = {11, 12, 13};
Physical Curve("block.bottom", 22) = {15};
Physical Curve("block.sides", 23) = {14, 16};

Mesh.Algorithm = 6;
Mesh.RecombinationAlgorithm = 1;
Mesh.SubdivisionAlgorithm = 1; // quadrilaterals only, of half the sizes

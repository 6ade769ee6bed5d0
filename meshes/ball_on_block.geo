// A ball above a block, 1 um apart [m]: two bodies of tetrahedra, whose meshes
// do not match where they touch. Physical volumes ball, block; physical surfaces
// ball.cap, ball.rest, block.top, block.bottom, block.sides. Made into
// ball_on_block.msh by
//
//     gmsh -3 -format msh2 -o ball_on_block.msh ball_on_block.geo
SetFactory("OpenCASCADE");
R   = 0.010;
gap = 1e-6;
W   = 0.012; // half the width of the block
H   = 0.010;
fine   = 0.0003; // of the ball at the contact
coarse = 0.0025;
cap    = 0.0015; // radius of the part of the ball that may touch

z = R + gap;
alpha = Asin(cap / R);
Sphere(1) = {0, 0, z, R, -Pi/2, -Pi/2 + alpha};
Sphere(2) = {0, 0, z, R, -Pi/2 + alpha, Pi/2};
BooleanFragments{ Volume{1, 2}; Delete; }{}
Box(3) = {-W, -W, -H, 2 * W, 2 * W, H};

e = 1e-5;
cap() = Surface In BoundingBox {-cap - e, -cap - e, -e, cap + e, cap + e, R * (1 - Cos(alpha)) + gap + e};
disc() = Surface In BoundingBox {-cap - e, -cap - e, R * (1 - Cos(alpha)) + gap - e, cap + e, cap + e, R * (1 - Cos(alpha)) + gap + e};
cap() -= disc();
all() = CombinedBoundary{ Volume{1, 2}; };
all() -= cap();
top() = Surface In BoundingBox {-W - e, -W - e, -e, W + e, W + e, e};
bottom() = Surface In BoundingBox {-W - e, -W - e, -H - e, W + e, W + e, -H + e};
sides() = Boundary{ Volume{3}; };
sides() -= top();
sides() -= bottom();

Physical Volume("ball", 1) = {1, 2};
Physical Volume("block", 2) = {3};
Physical Surface("ball.cap", 11) = cap();
Physical Surface("ball.rest", 12) = all();
Physical Surface("block.top", 21) = top();
Physical Surface("block.bottom", 22) = bottom();
Physical Surface("block.sides", 23) = sides();

Field[1] = MathEval;
Field[1].F = Sprintf("%g + 60 * (x * x + y * y + z * z)", fine);
Background Field = 1;
Mesh.CharacteristicLengthMax = coarse;
Mesh.CharacteristicLengthExtendFromBoundary = 0;
Mesh.CharacteristicLengthFromPoints = 0;
Mesh.CharacteristicLengthFromCurvature = 0;

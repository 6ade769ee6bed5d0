// Section of a hammer [m]: a steel head whose lower face is slightly round, a
// wooden handle. Material ids 1 (head), 2 (handle); boundary ids 1 (striking
// face), 2 (the rest). Made into hammer.msh by
//
//     gmsh -2 -format msh2 -o hammer.msh hammer.geo
SetFactory("Built-in");
size = 0.006;

Point(1) = {-0.015, 0.0008, 0, size};
Point(2) = {0.015, 0.0008, 0, size};
Point(3) = {0.015, 0.045, 0, size};
Point(4) = {0.015, 0.070, 0, size};
Point(5) = {0.015, 0.110, 0, size};
Point(6) = {-0.015, 0.110, 0, size};
Point(7) = {0.300, 0.045, 0, size};
Point(8) = {0.300, 0.070, 0, size};
Point(9) = {0, 0.141025, 0, size}; // centre of the face, radius 0.141025

Circle(1) = {1, 9, 2};
Line(2) = {2, 3};
Line(3) = {3, 4}; // between head and handle
Line(4) = {4, 5};
Line(5) = {5, 6};
Line(6) = {6, 1};
Line(7) = {3, 7};
Line(8) = {7, 8};
Line(9) = {8, 4};

Curve Loop(1) = {1, 2, 3, 4, 5, 6};
Plane Surface(1) = {1};
Curve Loop(2) = {7, 8, 9, -3};
Plane Surface(2) = {2};
Recombine Surface{1, 2};
Mesh.Algorithm = 6;
Mesh.RecombinationAlgorithm = 1;
Mesh.SubdivisionAlgorithm = 1; // quadrilaterals only

Physical Surface(1) = {1};
Physical Surface(2) = {2};
Physical Curve(1) = {1};
Physical Curve(2) = {2, 4, 5, 6, 7, 8, 9};

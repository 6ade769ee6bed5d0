// A bracket [m]: two legs of 60 mm, 30 mm wide and 8 mm thick, with a hole of
// 12 mm in each. Material id 1; boundary ids 1 (the lower side of the foot), 2
// (the rest). Made into bracket.msh, of tetrahedra, by
//
//     gmsh -3 -format msh2 -o bracket.msh bracket.geo
SetFactory("OpenCASCADE");
length = 0.06; width = 0.03; thickness = 0.008; radius = 0.006; size = 0.006;

Box(1) = {0, 0, 0, length, width, thickness};
Box(2) = {0, 0, 0, thickness, width, length};
BooleanUnion(3) = { Volume{1}; Delete; }{ Volume{2}; Delete; };
Cylinder(4) = {0.04, width/2, -thickness, 0, 0, 3*thickness, radius};
Cylinder(5) = {-thickness, width/2, 0.04, 3*thickness, 0, 0, radius};
BooleanDifference(6) = { Volume{3}; Delete; }{ Volume{4, 5}; Delete; };

foot() = Surface In BoundingBox {-1e-4, -1e-4, -1e-4, 1.1*length, 1.1*width, 1e-4};
all() = Boundary{ Volume{6}; };
all() -= foot();
Physical Surface("foot", 1) = foot();
Physical Surface("rest", 2) = all();
Physical Volume("aluminium", 1) = {6};
Mesh.MeshSizeMin = size;
Mesh.MeshSizeMax = size;

// SPDX-License-Identifier: Apache-2.0
// Scenes one can turn and zoom, drawn with three.js; scene.py says what they hold.
"use strict";
for (const figure of document.querySelectorAll("figure.view")) turnable(figure);

function decoded(text, Kind) {
  return new Kind(Uint8Array.from(atob(text), c => c.charCodeAt(0)).buffer);
}

// red, green, blue of 256 values, between the points of a field's colors
function palette(points) {
  const colors = new Uint8Array(256 * 3);
  for (let i = 0; i < 256; ++i) {
    let k = 0;
    while (k + 8 < points.length && points[k + 4] < i / 255) k += 4;
    const part = (i / 255 - points[k]) / (points[k + 4] - points[k]);
    for (let c = 1; c < 4; ++c)
      colors[3 * i + c - 1] = 255 * (points[k + c] + part * (points[k + 4 + c] - points[k + c]));
  }
  return colors;
}

function turnable(figure) {
  const canvas = figure.querySelector("canvas");
  // asked for here: three.js complains where there is none
  const wishes = {alpha: false, antialias: true, preserveDrawingBuffer: true}; // for print
  const context = canvas.getContext("webgl2", wishes) || canvas.getContext("webgl", wishes);
  if (!context) return; // the picture stays
  const data = JSON.parse(figure.querySelector("script").textContent);
  const Index = data.n < 65536 ? Uint16Array : Uint32Array;
  const metres = text => Float32Array.from(decoded(text, Uint16Array),
    (v, i) => data.low[i % 3] + v / 65535 * data.size);
  const instants = data.vertices.map(metres), centres = data.balls.map(metres);
  const values = data.fields.map(field => field.values.map(text => decoded(text, Uint8Array)));
  const palettes = data.fields.map(field => palette(field.colors)), grey = "#b8b8bf";
  const scene = new THREE.Scene(), last = data.times.length - 1;
  let instant = last, chosen = 0, timer = null;

  const vertices = new THREE.BufferAttribute(instants[last].slice(), 3);
  const shades = new THREE.BufferAttribute(new Uint8Array(3 * data.n).fill(184), 3, true);
  function geometry(place, text, Kind) {
    const result = new THREE.BufferGeometry();
    result.setAttribute("position", place);
    result.setIndex(new THREE.BufferAttribute(decoded(text, Kind), 1));
    return result;
  }
  function surface(shape, style) {
    // behind the lines on it
    const more = {side: THREE.DoubleSide, polygonOffset: true, polygonOffsetFactor: 1,
      polygonOffsetUnits: 1, ...style};
    const mesh = new THREE.Mesh(shape, data.flat ? new THREE.MeshBasicMaterial(more) :
      new THREE.MeshPhongMaterial({specular: "#111", ...more}));
    mesh.frustumCulled = false;
    scene.add(mesh);
    return mesh;
  }
  function lines(place, text, Kind, style) {
    const drawn = new THREE.LineSegments(geometry(place, text, Kind),
      new THREE.LineBasicMaterial(style));
    drawn.frustumCulled = false;
    scene.add(drawn);
    return drawn;
  }
  const faceted = data.flat ? {} : {flatShading: true};
  const colored = geometry(vertices, data.triangles, Index);
  colored.setAttribute("color", shades);
  surface(colored, {vertexColors: THREE.VertexColors, ...faceted});
  surface(geometry(vertices, data.fixed, Index), {color: grey, ...faceted});
  lines(vertices, data.outline, Index, {color: "#333"});
  lines(vertices, data.lines, Index, {color: "#0072B2"});
  const mesh = lines(vertices, data.edges, Index, {color: "#333", transparent: true, opacity: 0.3});
  for (const each of data.obstacles) {
    const place = new THREE.BufferAttribute(metres(each.vertices), 3);
    surface(geometry(place, each.triangles, Uint16Array),
      {color: grey, transparent: true, opacity: 0.3, depthWrite: false, ...faceted});
    lines(place, each.lines, Uint16Array, {color: "#888"});
  }
  const balls = data.balls.length ? roundBodies() : null;

  // all balls are one mesh: a template, moved and scaled
  function roundBodies() {
    const radii = decoded(data.radii, Float32Array), many = radii.length > 200;
    const round = new THREE.SphereBufferGeometry(1, many ? 12 : 32, many ? 8 : 24);
    const points = round.attributes.position.array, n = points.length / 3;
    const sides = round.index.array, result = new THREE.BufferGeometry();
    const index = new Uint32Array(radii.length * sides.length);
    const normals = new Float32Array(radii.length * points.length);
    radii.forEach((_, b) => {
      sides.forEach((k, i) => { index[b * sides.length + i] = b * n + k; });
      normals.set(points, b * points.length);
    });
    const place = new THREE.BufferAttribute(new Float32Array(normals.length), 3);
    const shade = new THREE.BufferAttribute(new Uint8Array(normals.length).fill(184), 3, true);
    result.setAttribute("position", place);
    result.setAttribute("normal", new THREE.BufferAttribute(normals, 3));
    result.setAttribute("color", shade);
    result.setIndex(new THREE.BufferAttribute(index, 1));
    surface(result, {vertexColors: THREE.VertexColors});
    return () => {
      for (let i = 0; i < normals.length; ++i) {
        const b = Math.floor(i / points.length);
        place.array[i] = centres[instant][3 * b + i % 3] + radii[b] * points[i % points.length];
        if (data.fields.length)
          shade.array[i] = palettes[chosen][3 * values[chosen][instant][data.n + b] + i % 3];
      }
      place.needsUpdate = shade.needsUpdate = true;
    };
  }

  // the eye: a parallel projection in which everything fits
  const everything = new THREE.Box3();
  const extend = array => { for (let i = 0; i < array.length; i += 3)
    everything.expandByPoint(new THREE.Vector3(array[i], array[i + 1], array[i + 2])); };
  instants.forEach(extend);
  const radii = decoded(data.radii, Float32Array);
  for (const array of centres) {
    extend(array.map((v, i) => v - radii[Math.floor(i / 3)]));
    extend(array.map((v, i) => v + radii[Math.floor(i / 3)]));
  }
  for (const each of data.obstacles) extend(metres(each.vertices));
  const centre = everything.getCenter(new THREE.Vector3());
  const far = everything.getSize(new THREE.Vector3()).length() || 1;
  const camera = new THREE.OrthographicCamera(-1, 1, 1, -1, 0, 8 * far);
  const light = new THREE.DirectionalLight("#fff", 0.45);
  camera.up.set(...data.up);
  camera.position.set(...data.eye).normalize().multiplyScalar(4 * far).add(centre);
  camera.lookAt(centre);
  camera.updateMatrixWorld();
  light.position.set(-0.3, 0.5, 1); // over the left shoulder
  camera.add(light);
  scene.add(camera, new THREE.AmbientLight("#fff", 0.58));
  const seen = new THREE.Box3();
  for (let i = 0; i < 8; ++i)
    seen.expandByPoint(camera.worldToLocal(new THREE.Vector3(
      ...["x", "y", "z"].map((axis, k) => everything[i >> k & 1 ? "max" : "min"][axis]))));
  const extent = seen.getSize(new THREE.Vector3());

  const renderer = new THREE.WebGLRenderer({canvas, context, antialias: true});
  renderer.setClearColor("#fff");
  const controls = new THREE.OrbitControls(camera, canvas);
  controls.target.copy(centre);
  controls.update();
  controls.enableKeys = false; // they move the page
  controls.addEventListener("change", draw);

  function fit() {
    const width = canvas.clientWidth || 800, height = canvas.clientHeight || 500;
    const half = Math.max(extent.y, extent.x * height / width) * 0.53 || 1;
    camera.top = half;
    camera.bottom = -half;
    camera.right = half * width / height;
    camera.left = -camera.right;
    camera.updateProjectionMatrix();
    renderer.setPixelRatio(window.devicePixelRatio);
    renderer.setSize(width, height, false);
    draw();
  }
  function draw() { renderer.render(scene, camera); }

  function show() {
    vertices.array.set(instants[instant]);
    vertices.needsUpdate = true;
    if (data.fields.length) {
      const colors = palettes[chosen];
      values[chosen][instant].subarray(0, data.n).forEach((v, i) => {
        for (let c = 0; c < 3; ++c) shades.array[3 * i + c] = colors[3 * v + c];
      });
      shades.needsUpdate = true;
    }
    if (balls) balls();
    figure.querySelector("output").textContent = data.times[instant];
    draw();
  }

  // what one can choose
  const find = name => figure.querySelector(name);
  const slider = find("input[type=range]"), play = find("button");
  data.fields.forEach((field, i) => find("select").add(new Option(field.name, i)));
  find("select").hidden = data.fields.length < 2;
  find("select").addEventListener("change", event => { chosen = +event.target.value; legend(); show(); });
  function legend() {
    const field = data.fields[chosen];
    find(".scale").hidden = !field;
    if (!field) return;
    find(".scale b").textContent = field.name + (field.unit ? ` [${field.unit}]` : "");
    const stops = [0, 1, 2, 3, 4].map(i =>
      `rgb(${palettes[chosen].slice(3 * Math.round(63.75 * i)).slice(0, 3)})`);
    find(".bar").style.background = `linear-gradient(to right, ${stops})`;
    [...figure.querySelectorAll(".scale i")].forEach((tick, i) => {
      tick.textContent = field.ticks[i];
    });
  }
  slider.max = slider.value = last;
  slider.hidden = play.hidden = !last;
  slider.addEventListener("input", () => { stop(); instant = +slider.value; show(); });
  function stop() { clearInterval(timer); timer = null; play.textContent = "▶"; }
  play.addEventListener("click", () => {
    if (timer) { stop(); return; }
    play.textContent = "❚❚";
    timer = setInterval(() => {
      instant = (instant + 1) % (last + 1);
      slider.value = instant;
      show();
    }, Math.max(120, 3000 / (last + 1)));
  });
  const edges = find("input[type=checkbox]");
  edges.parentElement.hidden = !data.edges;
  edges.addEventListener("change", () => { mesh.visible = edges.checked; draw(); });
  mesh.visible = edges.checked;

  figure.classList.add("drawn");
  legend();
  show();
  fit();
  window.addEventListener("resize", fit);
}

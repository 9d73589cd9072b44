// The import linter: converts the table of dependencies.cjs into rules. With `root`, the deliberately broken tree under scripts/fixtures is
// checked by the same rules.
const { rooms, roles, parts, known, libraries, layers, belowFeatures, withoutHttp } = require('./dependencies.cjs');

const LIST = '^features/[^/]+\\.ts$';
const any = (names) => names.map((n) => `^${n}/`);
/** Where a library may be imported: a room, or a role of the features (`list`: the files derived from the list of features). */
const homes = (names) =>
  names.map((n) =>
    n === 'features:list' ? LIST : n.startsWith('features:') ? `^features/[^/]+/${roles[n.slice('features:'.length)].files}$` : `^${n}/`,
  );

/** A room may import itself and the rooms that its row names; no other code of this repository. */
const roomRules = Object.entries(rooms).map(([room, allowed]) => ({
  name: `room:${room}`,
  severity: 'error',
  comment: `${room} may import ${allowed.length ? allowed.join(', ') : 'nothing of ours'}: see dependencies.cjs. Move the code to the room that may, or pass the thing in.`,
  from: { path: `^${room}/` },
  to: { path: any(Object.keys(rooms)), pathNot: any([room, ...allowed]) },
}));

const ofRoles = (feature, names) => names.map((name) => `^features/${feature}/${roles[name].files}$`);

/**
 * A file of a feature imports what its role allows: packages, its own feature, other features. Every role may import the files derived from
 * the list of features.
 */
const roleRules = Object.entries(roles).flatMap(([role, { files, rooms: allowed, own, others }]) => [
  {
    name: `role:${role}`,
    severity: 'error',
    comment: `of its own feature a ${role} file may import ${own.join(', ')}: see dependencies.cjs`,
    from: { path: `^features/([^/]+)/${files}$` },
    to: { path: '^features/$1/', pathNot: ofRoles('$1', own) },
  },
  {
    name: `role:${role}:others`,
    severity: 'error',
    comment: `of other features a ${role} file may import ${others.join(', ')}: see dependencies.cjs`,
    from: { path: `^features/([^/]+)/${files}$` },
    to: { path: '^features/', pathNot: ['^features/$1/', LIST, ...ofRoles('[^/]+', others)] },
  },
  {
    name: `role:${role}:rooms`,
    severity: 'error',
    comment: `a ${role} file may import ${allowed.join(', ')}: see dependencies.cjs`,
    from: { path: `^features/[^/]+/${files}$` },
    to: { path: any(Object.keys(rooms)), pathNot: ['^features/', ...any(allowed)] },
  },
]);

/** The parts of a feature may be imported only by the files that the table names. */
const partsRules = [
  ...Object.entries(parts).map(([feature, allowed]) => ({
    name: `parts:${feature}`,
    severity: 'error',
    comment: `${feature} may show parts of ${allowed.join(', ')}: see dependencies.cjs`,
    from: { path: `^features/${feature}/` },
    to: { path: '^features/[^/]+/(parts|ranger)/', pathNot: `^features/(${[feature, ...allowed].join('|')})/` },
  })),
  {
    name: 'parts',
    severity: 'error',
    comment: 'a feature that shows parts of another needs a row in dependencies.cjs',
    from: { path: '^features/([^/]+)/', pathNot: `^features/(${Object.keys(parts).join('|')})/` },
    to: { path: '^features/[^/]+/(parts|ranger)/', pathNot: '^features/$1/' },
  },
];

/** An engine imports only the rules of the features that `known` names for it. */
const knownRules = Object.entries(known).map(([room, features]) => ({
  name: `known:${room}`,
  severity: 'error',
  comment: `${room} is an engine: it may import rules of ${features.join(', ')}, and should of none`,
  from: { path: `^${room}/` },
  to: { path: '^features/', pathNot: ofRoles(`(${features.join('|')})`, ['rules']) },
}));

/**
 * A feature may import the lower layers of an app. The code that starts, serves and displays all features imports them, never the reverse.
 */
const belowRules = Object.entries(belowFeatures).map(([app, below]) => ({
  name: `features:${app}`,
  severity: 'error',
  comment: `a feature may import ${below.join(', ')} of ${app}: see dependencies.cjs`,
  from: { path: '^features/' },
  to: { path: `^${app}/src/`, pathNot: below.map((name) => `^${app}/src/${name}`) },
}));

/** A library is imported in one place only; other code calls that place. */
const libraryRules = Object.entries(libraries).map(([library, at]) => ({
  name: `library:${library}`,
  severity: 'error',
  comment: `only ${at.join(', ')} may import ${library}`,
  from: { path: any(Object.keys(rooms)), pathNot: homes(at) },
  to: { path: `node_modules/${library}/` },
}));

/** The globe's script contains Cesium. Pages import only types of it, and load it on demand. */
const globeRule = {
  name: 'globe-on-demand',
  severity: 'error',
  comment: "a page imports only types of the globe and its layers, and uses them through import('@lookout/features/globe.generated.ts')",
  from: { path: ['^apps/web/src/', '^features/[^/]+/(web|parts|ranger)/'] },
  to: {
    path: ['^packages/map/', '^features/[^/]+/layer/', '^features/globe\\.generated\\.ts$'],
    dependencyTypesNot: ['type-only', 'type-import', 'dynamic-import'],
  },
};

/** Inside an app: shared < app; a layer imports no layer above it or at its own level. */
const layerRules = Object.entries(layers).flatMap(([app, order]) =>
  order
    .flatMap((step, i) =>
      [step].flat().map((layer) => ({
        name: `layer:${app}/${layer}`,
        severity: 'error',
        comment: `inside ${app}: ${order.map((names) => [names].flat().join(' | ')).join(' < ')}`,
        from: { path: `^${app}/src/${layer}(/|$)` },
        to: {
          path: order
            .slice(i)
            .flat()
            .filter((other) => other !== layer)
            .map((other) => `^${app}/src/${other}(/|$)`),
        },
      })),
    )
    .filter((rule) => rule.to.path.length > 0),
);

/** A layer without HTTP returns error codes; `serve` maps them to statuses. */
const httpRules = withoutHttp.map((layer) => ({
  name: `no-http:${layer}`,
  severity: 'error',
  comment: `${layer} knows no HTTP: see dependencies.cjs`,
  from: { path: `^${layer}/` },
  to: { path: 'node_modules/(fastify|@fastify/[^/]+)/' },
}));

module.exports = {
  forbidden: [
    {
      name: 'must-resolve',
      severity: 'error',
      comment: 'an import that cannot be resolved cannot be judged',
      from: {},
      to: { couldNotResolve: true, pathNot: '^(geojson|@region|@calls|@tokens.css)$' },
    },
    {
      name: 'no-circular',
      severity: 'error',
      comment: 'data flows one way',
      from: {},
      to: { circular: true },
    },
    ...roomRules,
    ...roleRules,
    ...partsRules,
    ...knownRules,
    ...belowRules,
    ...libraryRules,
    globeRule,
    ...layerRules,
    ...httpRules,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['\\.test\\.tsx?$', '\\.harness\\.ts$', '/dist(-flat)?/', '/harness/', '/testing/'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: require('node:path').join(__dirname, 'tsconfig.web.json') },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
  },
};

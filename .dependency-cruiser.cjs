// The import linter: turns the table of dependencies.cjs into rules. `root` lets the broken tree under scripts/fixtures be judged by the same rules.
const { rooms, libraries, layers, siblings, withoutHttp } = require('./dependencies.cjs');

const any = (names) => names.map((n) => `^${n}/`);

/** A room may import itself and what its row names; nothing else of ours. */
const roomRules = Object.entries(rooms).map(([room, allowed]) => ({
  name: `room:${room}`,
  severity: 'error',
  comment: `${room} may import ${allowed.length ? allowed.join(', ') : 'nothing of ours'}: see dependencies.cjs. Move the code to the room that may, or pass the thing in.`,
  from: { path: `^${room}/` },
  to: { path: any(Object.keys(rooms)), pathNot: any([room, ...allowed]) },
}));

/** A library has one home; from elsewhere ask that home for what you need. */
const libraryRules = Object.entries(libraries).map(([library, homes]) => ({
  name: `library:${library}`,
  severity: 'error',
  comment: `only ${homes.join(', ')} may import ${library}`,
  from: { path: any(Object.keys(rooms)), pathNot: any(homes) },
  to: { path: `node_modules/${library}/` },
}));

/** Inside an app: shared < features < app; a layer imports none above it and none beside it; a feature never imports another feature. */
const layerRules = Object.entries(layers).flatMap(([app, order]) =>
  [
    ...order.flatMap((step, i) =>
      [step].flat().map((layer) => ({
        name: `layer:${app}/${layer}`,
        severity: 'error',
        comment: `inside ${app}: ${order.map((names) => [names].flat().join(' | ')).join(' < ')}`,
        from: { path: `^${app}/src/${layer}/` },
        to: {
          path: order
            .slice(i)
            .flat()
            .filter((other) => other !== layer)
            .map((other) => `^${app}/src/${other}/`),
        },
      })),
    ),
    {
      name: `features:${app}`,
      severity: 'error',
      comment: 'a feature never imports another feature: what two need belongs to shared',
      from: { path: `^${app}/src/features/([^/]+)/` },
      to: { path: `^${app}/src/features/`, pathNot: `^${app}/src/features/$1/` },
    },
  ].filter((rule) => rule.to.path.length > 0),
);

/** Side by side in a layer: a folder imports itself and what its row names. A folder without a row imports none of them. */
const siblingRules = Object.entries(siblings).flatMap(([layer, rows]) => [
  ...Object.entries(rows).map(([folder, allowed]) => ({
    name: `sibling:${layer}/${folder}`,
    severity: 'error',
    comment: `${folder} may import ${allowed.length ? allowed.join(', ') : 'none of its siblings'}: see dependencies.cjs. What two need belongs to the layer below.`,
    from: { path: `^${layer}/${folder}/` },
    to: { path: `^${layer}/`, pathNot: any([folder, ...allowed].map((name) => `${layer}/${name}`)) },
  })),
  {
    name: `sibling:${layer}`,
    severity: 'error',
    comment: `a folder of ${layer} needs a row in dependencies.cjs`,
    from: { path: `^${layer}/([^/]+)/`, pathNot: any(Object.keys(rows).map((name) => `${layer}/${name}`)) },
    to: { path: `^${layer}/`, pathNot: `^${layer}/$1/` },
  },
]);

/** A layer without HTTP answers with codes; `serve` makes statuses of them. */
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
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    ...roomRules,
    ...libraryRules,
    ...layerRules,
    ...siblingRules,
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

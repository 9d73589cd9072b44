// Values that devices leave out, misspell or get wrong in their answers are unknown, and never 0.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Element, readXml } from '../xml.ts';
import { clockShifts, positionIn, profilesIn, servicesIn, streamAddressIn } from './answers.ts';
import { faultIn } from './session.ts';

const read = (xml: string): Element => {
  const root = readXml(`<s:Envelope xmlns:s="s" xmlns:tt="t" xmlns:xsi="x"><s:Body>${xml}</s:Body></s:Envelope>`);
  if (root === null) throw new Error('not well-formed');
  return root;
};
const status = (inner: string, attributes = ''): Element =>
  read(`<GetStatusResponse><PTZStatus${attributes}>${inner}</PTZStatus></GetStatusResponse>`);
const SPHERICAL = 'http://www.onvif.org/ver10/tptz/PanTiltSpaces/SphericalPositionSpaceDegrees';

it.each([
  ['no position', status('<MoveStatus><PanTilt>IDLE</PanTilt></MoveStatus>')],
  ['nil', status('', ' xsi:nil="true"')],
  ['a nil position', status('<Position xsi:nil="1"/>')],
  ['an empty position', status('<Position/>')],
  ['a nil head', status('<Position><PanTilt xsi:nil="true" x="0" y="0"/></Position>')],
  ['a head without y', status('<Position><PanTilt x="0.5"/></Position>')],
  ['empty numbers', status('<Position><PanTilt x="" y=""/></Position>')],
  ['NaN', status('<Position><PanTilt x="NaN" y="0"/></Position>')],
  ['INF', status('<Position><PanTilt x="0" y="INF"/></Position>')],
  ['nan in lower case', status('<Position><PanTilt x="-nan" y="nan"/></Position>')],
  ['commas', status('<Position><PanTilt x="0,5" y="-0,1"/></Position>')],
  ['a value that stands for none', status('<Position><PanTilt x="-999" y="-999"/></Position>')],
  ['degrees in the generic space', status('<Position><PanTilt x="90.5" y="-9"/></Position>')],
  ['only a zoom', status('<Position><Zoom x="0.2"/></Position>')],
  ['another answer', read('<GetNodesResponse/>')],
])('a position with %s is unknown', (_, answer) => {
  expect(positionIn(answer, null)).toBeNull();
});

it('a position is read in its own coordinate space, with or without its zoom', () => {
  const at = (inner: string, space: string | null = null) => positionIn(status(`<Position>${inner}</Position>`), space);
  expect(at('<PanTilt x="0.5" y="-0.1"/><Zoom x="0.2"/>')).toEqual({ panDegrees: 90, tiltDegrees: -9, zoom: 0.2 });
  expect(at('<PanTilt x="-0.5" y="1e-1"/>')).toEqual({ panDegrees: 270, tiltDegrees: 9, zoom: null });
  expect(at('<PanTilt x="0.5" y="0"/><Zoom x="NaN"/>')).toMatchObject({ zoom: null });
  expect(at('<PanTilt x="200" y="-10"/>', SPHERICAL)).toEqual({ panDegrees: 200, tiltDegrees: -10, zoom: null });
  expect(at(`<PanTilt x="200" y="-10" space="${SPHERICAL}"/>`)).toEqual({ panDegrees: 200, tiltDegrees: -10, zoom: null });
  expect(at('<PanTilt x="1.0004" y="-1"/>')?.tiltDegrees).toBe(-90);
});

it('property: whatever part of a status is missing or invalid, the result is a direction on the sphere or unknown', () => {
  const number = fc.oneof(
    fc.double().map(String),
    fc.constantFrom('', 'NaN', 'INF', '0,5', 'nil', '-999', '0x10', '1e400'),
    fc.double({ min: -1, max: 1, noNaN: true }).map(String),
  );
  const attribute = (name: string) =>
    fc.oneof(
      number.map((value) => ` ${name}="${value}"`),
      fc.constant(''),
    );
  const head = fc.tuple(attribute('x'), attribute('y')).map(([x, y]) => `<tt:PanTilt${x}${y}/>`);
  const lens = attribute('x').map((x) => `<tt:Zoom${x}/>`);
  const inner = fc.tuple(fc.oneof(head, fc.constant('')), fc.oneof(lens, fc.constant('')), fc.boolean());
  const run = fc.property(inner, fc.constantFrom(null, SPHERICAL), ([one, other, isWrapped], space) => {
    const found = positionIn(status(isWrapped ? `<tt:Position>${one}${other}</tt:Position>` : `${one}${other}`), space);
    if (found === null) return;
    expect(isWrapped && / x="[^"]+" y="[^"]+"/.test(one)).toBe(true);
    expect(found.panDegrees).toSatisfy((degrees: number) => degrees >= 0 && degrees < 360);
    expect(Math.abs(found.tiltDegrees)).toBeLessThanOrEqual(90);
    expect(found.zoom === null || (found.zoom >= 0 && found.zoom <= 1)).toBe(true);
  });
  fc.assert(run, { numRuns: 80 });
});

it('profiles without an encoder, with any source, and of either media service are accepted', () => {
  const profiles = read(
    '<GetProfilesResponse><Profiles token="main"><VideoSourceConfiguration token="c"><SourceToken>vs6</SourceToken></VideoSourceConfiguration></Profiles>' +
      '<Profiles token=""/><Profiles/><Profiles token="bare"/>' +
      `<Profiles token="two"><Configurations><VideoSource token="c"><SourceToken>s1</SourceToken></VideoSource><PTZ token="p"><DefaultAbsolutePantTiltPositionSpace>${SPHERICAL}</DefaultAbsolutePantTiltPositionSpace></PTZ></Configurations></Profiles></GetProfilesResponse>`,
  );
  expect(profilesIn(profiles)).toEqual([
    { token: 'main', space: null, source: 'vs6' },
    { token: 'bare', space: null, source: null },
    { token: 'two', space: SPHERICAL, source: 's1' },
  ]);
});

it('services are read from the answer to either call, and one without a readable address is left out', () => {
  const listed = servicesIn(
    read(
      '<GetServicesResponse><Service><Namespace>http://www.onvif.org/ver20/media/wsdl</Namespace><XAddr>http://192.168.1.64:8000/onvif/m2?x=1</XAddr></Service>' +
        '<Service><Namespace>http://www.onvif.org/ver10/media/wsdl</Namespace><XAddr>nonsense</XAddr></Service><Service/></GetServicesResponse>',
    ),
  );
  expect(Object.entries(listed).map(([name, one]) => [name, one?.path, one?.url.port])).toEqual([['media2', '/onvif/m2?x=1', '8000']]);
  const capabilities = servicesIn(
    read(
      '<GetCapabilitiesResponse><Capabilities><Media><XAddr>http://h/onvif/media</XAddr></Media><PTZ/></Capabilities></GetCapabilitiesResponse>',
    ),
  );
  expect(Object.keys(capabilities)).toEqual(['media']);
  expect(streamAddressIn(read('<MediaUri><Uri> rtsp://h/x </Uri></MediaUri>'))?.href).toBe('rtsp://h/x');
  expect(streamAddressIn(read('<MediaUri><Uri/></MediaUri>'))).toBeNull();
});

const NOW = Date.UTC(2026, 10, 29, 4, 0, 0);
const dated = (name: string, hour: number | string, year = 2026) =>
  `<${name}><Time><Hour>${hour}</Hour><Minute>0</Minute><Second>0</Second></Time><Date><Year>${year}</Year><Month>11</Month><Day>29</Day></Date></${name}>`;
const clock = (inner: string) =>
  clockShifts(read(`<GetSystemDateAndTimeResponse><SystemDateAndTime>${inner}</SystemDateAndTime></GetSystemDateAndTimeResponse>`), NOW);
const HOUR = 3_600_000;

it('the clock of a device: UTC, otherwise its local time by its zone, otherwise its local time as it is; our own clock comes last', () => {
  expect(clock(dated('UTCDateTime', 4))).toEqual([0]);
  expect(clock(dated('UTCDateTime', 6))).toEqual([2 * HOUR, 0]);
  expect(clock(dated('UTCDateTime', 4, 1970))[0]).toBeLessThan(-1e12);
  for (const zone of ['CST-8', 'CST-8:00:00', '&lt;+08&gt;-8', 'GMT+08:00', 'Asia/Shanghai'])
    expect(clock(`<TimeZone><TZ>${zone}</TZ></TimeZone>${dated('LocalDateTime', 13)}`)).toEqual([HOUR, 9 * HOUR, 0]);
  const east = dated('LocalDateTime', 0);
  expect(clock(`<DaylightSavings>true</DaylightSavings><TimeZone><TZ>EST5EDT,M3.2.0,M11.1.0</TZ></TimeZone>${east}`)[0]).toBe(0);
  expect(clock(`<TimeZone><TZ>nonsense</TZ></TimeZone>${dated('LocalDateTime', 5)}`)).toEqual([HOUR, 0]);
  expect([clock(''), clock(dated('UTCDateTime', 'x')), clockShifts(null, NOW)]).toEqual([[0], [0], [0]]);
});

it('a fault is recognised by its code, in any language of its text', () => {
  const fault = (code: string, reason: string) =>
    faultIn(
      read(
        `<s:Fault><s:Code><s:Value>s:Sender</s:Value><s:Subcode><s:Value>${code}</s:Value></s:Subcode></s:Code><s:Reason><s:Text>${reason}</s:Text></s:Reason></s:Fault>`,
      ),
    );
  expect(fault('ter:NotAuthorized', '用户名或密码错误')).toEqual({ refusal: 'unauthorized', detail: null });
  expect(fault('wsse:FailedAuthentication', '')).toEqual({ refusal: 'unauthorized', detail: null });
  expect(fault('ter:ActionNotSupported', 'Optional Action Not Implemented')).toEqual({ refusal: 'not-supported', detail: null });
  expect(fault('ter:Busy', ' The camera\n is busy ')).toEqual({ refusal: 'refused', detail: 'The camera is busy' });
  expect(faultIn(read('<Fault><faultcode>ter:NotAuthorized</faultcode><faultstring>no</faultstring></Fault>'))?.refusal).toBe(
    'unauthorized',
  );
  expect(faultIn(read('<GetProfilesResponse/>'))).toBeNull();
});

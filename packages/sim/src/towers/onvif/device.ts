// ONVIF device service (ver10): device information, capabilities and system time.
import { type Operations, SERVICES, type Service, type ServiceName } from './service.ts';
import { escaped } from './soap.ts';

/** Operations that need no authentication (ONVIF Core, access class PRE_AUTH). */
export const PRE_AUTH: ReadonlySet<string> = new Set([
  'GetSystemDateAndTime',
  'GetCapabilities',
  'GetServices',
  'GetServiceCapabilities',
  'GetHostname',
  'GetWsdlUrl',
]);

const FIRMWARE = '1.0';

export const deviceOperations: Operations = {
  GetSystemDateAndTime({ clock }) {
    const now = new Date(clock());
    const date = `<tt:Date><tt:Year>${now.getUTCFullYear()}</tt:Year><tt:Month>${now.getUTCMonth() + 1}</tt:Month><tt:Day>${now.getUTCDate()}</tt:Day></tt:Date>`;
    const time = `<tt:Time><tt:Hour>${now.getUTCHours()}</tt:Hour><tt:Minute>${now.getUTCMinutes()}</tt:Minute><tt:Second>${now.getUTCSeconds()}</tt:Second></tt:Time>`;
    return `<tds:GetSystemDateAndTimeResponse><tds:SystemDateAndTime><tt:DateTimeType>NTP</tt:DateTimeType><tt:DaylightSavings>false</tt:DaylightSavings><tt:TimeZone><tt:TZ>CST-8</tt:TZ></tt:TimeZone><tt:UTCDateTime>${time}${date}</tt:UTCDateTime></tds:SystemDateAndTime></tds:GetSystemDateAndTimeResponse>`;
  },
  GetDeviceInformation: ({ camera }) =>
    `<tds:GetDeviceInformationResponse><tds:Manufacturer>Lookout demo</tds:Manufacturer><tds:Model>Tower, visible and thermal</tds:Model><tds:FirmwareVersion>${FIRMWARE}</tds:FirmwareVersion><tds:SerialNumber>${escaped(camera.tower.code)}</tds:SerialNumber><tds:HardwareId>simulated</tds:HardwareId></tds:GetDeviceInformationResponse>`,
  GetCapabilities: (service) =>
    `<tds:GetCapabilitiesResponse><tds:Capabilities>${capabilities
      .filter(([name]) => service.offered.includes(name))
      .map(([name, element, more]) => `<tt:${element}><tt:XAddr>${addressOf(service, name)}</tt:XAddr>${more}</tt:${element}>`)
      .join('')}</tds:Capabilities></tds:GetCapabilitiesResponse>`,
  GetServices: (service) =>
    `<tds:GetServicesResponse>${service.offered
      .map(
        (name) =>
          `<tds:Service><tds:Namespace>${SERVICES[name]}</tds:Namespace><tds:XAddr>${addressOf(service, name)}</tds:XAddr><tds:Version><tt:Major>2</tt:Major><tt:Minor>60</tt:Minor></tds:Version></tds:Service>`,
      )
      .join('')}</tds:GetServicesResponse>`,
  GetServiceCapabilities: () =>
    '<tds:GetServiceCapabilitiesResponse><tds:Capabilities><tds:Network/><tds:Security UsernameToken="true" HttpDigest="false"/><tds:System/><tds:Misc AuxiliaryCommands="tt:Wiper|On tt:Wiper|Off tt:IRLamp|On tt:IRLamp|Off"/></tds:Capabilities></tds:GetServiceCapabilitiesResponse>',
  GetScopes: ({ camera, offered }) =>
    `<tds:GetScopesResponse>${[
      ...(offered.includes('media') ? ['Profile/Streaming'] : []),
      ...(offered.includes('media2') ? ['Profile/T'] : []),
      'type/video_encoder',
      'type/ptz',
      `name/${encodeURIComponent(camera.tower.name)}`,
      `hardware/${camera.tower.code}`,
      `location/${camera.tower.lng},${camera.tower.lat}`,
    ]
      .map(
        (scope) => `<tds:Scopes><tt:ScopeDef>Fixed</tt:ScopeDef><tt:ScopeItem>onvif://www.onvif.org/${scope}</tt:ScopeItem></tds:Scopes>`,
      )
      .join('')}</tds:GetScopesResponse>`,
  GetHostname: ({ camera }) =>
    `<tds:GetHostnameResponse><tds:HostnameInformation><tt:FromDHCP>false</tt:FromDHCP><tt:Name>${camera.tower.code}</tt:Name></tds:HostnameInformation></tds:GetHostnameResponse>`,
};

/** In the order of the schema. Media service 2 is newer than GetCapabilities, which has no element for it. */
const capabilities: readonly (readonly [name: ServiceName, element: string, more: string])[] = [
  ['device', 'Device', ''],
  ['imaging', 'Imaging', ''],
  [
    'media',
    'Media',
    '<tt:StreamingCapabilities><tt:RTPMulticast>false</tt:RTPMulticast><tt:RTP_TCP>true</tt:RTP_TCP><tt:RTP_RTSP_TCP>true</tt:RTP_RTSP_TCP></tt:StreamingCapabilities>',
  ],
  ['ptz', 'PTZ', ''],
];

const addressOf = ({ base }: Service, name: ServiceName): string => `${base}/onvif/${name}_service`;

// ONVIF media service (ver10): one profile for each channel, and the addresses of its stream and snapshot.
import { CHANNELS } from '../../cameras/towers.ts';
import { cameraTexts } from '../../texts.ts';
import { FRAMES_PER_SECOND, KEYFRAME_SECONDS } from '../encoder.ts';
import type { Channel } from '../optics.ts';
import { HEIGHT, WIDTH } from '../picture/raster.ts';
import { configuration } from './ptz.ts';
import { type Operations, profileOf } from './service.ts';
import { type Element, SoapFault, textOf } from './soap.ts';

const RESOLUTION = `<tt:Resolution><tt:Width>${WIDTH}</tt:Width><tt:Height>${HEIGHT}</tt:Height></tt:Resolution>`;

export const mediaOperations: Operations = {
  GetProfiles: () =>
    `<trt:GetProfilesResponse>${CHANNELS.map((channel) => profile('trt:Profiles', channel)).join('')}</trt:GetProfilesResponse>`,
  GetProfile: (_, request) => `<trt:GetProfileResponse>${profile('trt:Profile', profileOf(request))}</trt:GetProfileResponse>`,
  GetVideoSources: () =>
    `<trt:GetVideoSourcesResponse>${CHANNELS.map(
      (channel) => `<trt:VideoSources token="${channel}"><tt:Framerate>${FRAMES_PER_SECOND}</tt:Framerate>${RESOLUTION}</trt:VideoSources>`,
    ).join('')}</trt:GetVideoSourcesResponse>`,
  GetVideoSourceConfigurations: () =>
    `<trt:GetVideoSourceConfigurationsResponse>${CHANNELS.map((channel) => source('trt:Configurations', channel)).join('')}</trt:GetVideoSourceConfigurationsResponse>`,
  GetVideoEncoderConfigurations: () =>
    `<trt:GetVideoEncoderConfigurationsResponse>${CHANNELS.map((channel) => encoder('trt:Configurations', channel)).join('')}</trt:GetVideoEncoderConfigurationsResponse>`,
  GetStreamUri: ({ rtspUrl }, request) => `<trt:GetStreamUriResponse>${mediaUri(rtspUrl(profileOf(request)))}</trt:GetStreamUriResponse>`,
  GetSnapshotUri: ({ base }, request) =>
    `<trt:GetSnapshotUriResponse>${mediaUri(`${base}/snapshot/${profileOf(request)}.jpg`)}</trt:GetSnapshotUriResponse>`,
  GetServiceCapabilities: () =>
    '<trt:GetServiceCapabilitiesResponse><trt:Capabilities SnapshotUri="true" Rotation="false"><trt:ProfileCapabilities MaximumNumberOfProfiles="2"/><trt:StreamingCapabilities RTPMulticast="false" RTP_TCP="true" RTP_RTSP_TCP="true"/></trt:Capabilities></trt:GetServiceCapabilitiesResponse>',
};

const mediaUri = (uri: string): string =>
  `<trt:MediaUri><tt:Uri>${uri}</tt:Uri><tt:InvalidAfterConnect>false</tt:InvalidAfterConnect><tt:InvalidAfterReboot>false</tt:InvalidAfterReboot><tt:Timeout>PT0S</tt:Timeout></trt:MediaUri>`;

const profile = (element: string, channel: Channel): string =>
  `<${element} token="${channel}" fixed="true"><tt:Name>${cameraTexts.channels[channel]}</tt:Name>${source('tt:VideoSourceConfiguration', channel)}${encoder('tt:VideoEncoderConfiguration', channel)}${configuration('tt:PTZConfiguration', channel)}</${element}>`;

const source = (element: string, channel: Channel): string =>
  `<${element} token="${channel}-source"><tt:Name>${channel}</tt:Name><tt:UseCount>1</tt:UseCount><tt:SourceToken>${channel}</tt:SourceToken><tt:Bounds x="0" y="0" width="${WIDTH}" height="${HEIGHT}"/></${element}>`;

const encoder = (element: string, channel: Channel): string =>
  `<${element} token="${channel}-encoder"><tt:Name>${channel}</tt:Name><tt:UseCount>1</tt:UseCount><tt:Encoding>H264</tt:Encoding>${RESOLUTION}<tt:Quality>4</tt:Quality><tt:RateControl><tt:FrameRateLimit>${FRAMES_PER_SECOND}</tt:FrameRateLimit><tt:EncodingInterval>1</tt:EncodingInterval><tt:BitrateLimit>2000</tt:BitrateLimit></tt:RateControl><tt:H264><tt:GovLength>${FRAMES_PER_SECOND * KEYFRAME_SECONDS}</tt:GovLength><tt:H264Profile>Baseline</tt:H264Profile></tt:H264><tt:Multicast><tt:Address><tt:Type>IPv4</tt:Type><tt:IPv4Address>0.0.0.0</tt:IPv4Address></tt:Address><tt:Port>0</tt:Port><tt:TTL>0</tt:TTL><tt:AutoStart>false</tt:AutoStart></tt:Multicast><tt:SessionTimeout>PT60S</tt:SessionTimeout></${element}>`;

// ONVIF media service 2 (ver20), profile T: the same two profiles in that service's schema.

export const media2Operations: Operations = {
  GetProfiles(_, request) {
    const token = textOf(request, 'Token');
    const channels = token === undefined ? CHANNELS : CHANNELS.filter((one) => one === token);
    if (channels.length === 0) throw new SoapFault(`no profile ${token}`, ['ter:InvalidArgVal', 'ter:NoProfile']);
    return `<tr2:GetProfilesResponse>${channels.map((channel) => profile2(channel, typesOf(request))).join('')}</tr2:GetProfilesResponse>`;
  },
  GetVideoSourceConfigurations: () =>
    `<tr2:GetVideoSourceConfigurationsResponse>${CHANNELS.map((channel) => source('tr2:Configurations', channel)).join('')}</tr2:GetVideoSourceConfigurationsResponse>`,
  GetVideoEncoderConfigurations: () =>
    `<tr2:GetVideoEncoderConfigurationsResponse>${CHANNELS.map((channel) => encoder2('tr2:Configurations', channel)).join('')}</tr2:GetVideoEncoderConfigurationsResponse>`,
  GetStreamUri: ({ rtspUrl }, request) =>
    `<tr2:GetStreamUriResponse><tr2:Uri>${rtspUrl(profileOf(request))}</tr2:Uri></tr2:GetStreamUriResponse>`,
  GetSnapshotUri: ({ base }, request) =>
    `<tr2:GetSnapshotUriResponse><tr2:Uri>${base}/snapshot/${profileOf(request)}.jpg</tr2:Uri></tr2:GetSnapshotUriResponse>`,
  GetServiceCapabilities: () =>
    '<tr2:GetServiceCapabilitiesResponse><tr2:Capabilities SnapshotUri="true" Rotation="false"><tr2:ProfileCapabilities MaximumNumberOfProfiles="2" ConfigurationsSupported="VideoSource VideoEncoder PTZ"/><tr2:StreamingCapabilities RTSPStreaming="true" RTPMulticast="false" RTP_RTSP_TCP="true"/></tr2:Capabilities></tr2:GetServiceCapabilitiesResponse>',
};

const encoder2 = (element: string, channel: Channel): string =>
  `<${element} token="${channel}-encoder" GovLength="${FRAMES_PER_SECOND * KEYFRAME_SECONDS}" Profile="Baseline"><tt:Name>${channel}</tt:Name><tt:UseCount>1</tt:UseCount><tt:Encoding>H264</tt:Encoding>${RESOLUTION}<tt:RateControl><tt:FrameRateLimit>${FRAMES_PER_SECOND}</tt:FrameRateLimit><tt:BitrateLimit>2000</tt:BitrateLimit></tt:RateControl><tt:Quality>4</tt:Quality></${element}>`;

/** The configurations of a profile, in the order of the schema. */
const parts: readonly (readonly [type: string, make: (element: string, channel: Channel) => string])[] = [
  ['VideoSource', source],
  ['VideoEncoder', encoder2],
  ['PTZ', configuration],
];

/** The configurations that the request names. A profile is returned with these only, and with its name alone when there are none. */
const typesOf = (request: Element): readonly string[] =>
  request.children.filter(({ name }) => name === 'Type').map(({ text }) => text.trim());

function profile2(channel: Channel, types: readonly string[]): string {
  const requested = parts.filter(([type]) => types.includes('All') || types.includes(type));
  const made = requested.map(([type, make]) => make(`tr2:${type}`, channel)).join('');
  const configurations = types.length === 0 ? '' : `<tr2:Configurations>${made}</tr2:Configurations>`;
  return `<tr2:Profiles token="${channel}" fixed="true"><tr2:Name>${cameraTexts.channels[channel]}</tr2:Name>${configurations}</tr2:Profiles>`;
}

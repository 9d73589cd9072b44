// ONVIF media service (ver10): two profiles, one for each eye, and where their stream and picture are.
import { CHANNELS } from '../../cameras/towers.ts';
import { cameraWords } from '../../words.ts';
import { FRAMES_PER_SECOND, KEYFRAME_SECONDS } from '../encoder.ts';
import type { Channel } from '../lens.ts';
import { HEIGHT, WIDTH } from '../picture/raster.ts';
import { configuration } from './ptz-spaces.ts';
import { type Operations, profileOf } from './service.ts';

export const RESOLUTION = `<tt:Resolution><tt:Width>${WIDTH}</tt:Width><tt:Height>${HEIGHT}</tt:Height></tt:Resolution>`;

export const mediaOperations: Operations = {
  GetProfiles: () =>
    `<trt:GetProfilesResponse>${CHANNELS.map((channel) => profile('trt:Profiles', channel)).join('')}</trt:GetProfilesResponse>`,
  GetProfile: (_, told) => `<trt:GetProfileResponse>${profile('trt:Profile', profileOf(told))}</trt:GetProfileResponse>`,
  GetVideoSources: () =>
    `<trt:GetVideoSourcesResponse>${CHANNELS.map(
      (channel) => `<trt:VideoSources token="${channel}"><tt:Framerate>${FRAMES_PER_SECOND}</tt:Framerate>${RESOLUTION}</trt:VideoSources>`,
    ).join('')}</trt:GetVideoSourcesResponse>`,
  GetVideoSourceConfigurations: () =>
    `<trt:GetVideoSourceConfigurationsResponse>${CHANNELS.map((channel) => source('trt:Configurations', channel)).join('')}</trt:GetVideoSourceConfigurationsResponse>`,
  GetVideoEncoderConfigurations: () =>
    `<trt:GetVideoEncoderConfigurationsResponse>${CHANNELS.map((channel) => encoder('trt:Configurations', channel)).join('')}</trt:GetVideoEncoderConfigurationsResponse>`,
  GetStreamUri: ({ rtspUrl }, told) => `<trt:GetStreamUriResponse>${mediaUri(rtspUrl(profileOf(told)))}</trt:GetStreamUriResponse>`,
  GetSnapshotUri: ({ base }, told) =>
    `<trt:GetSnapshotUriResponse>${mediaUri(`${base}/snapshot/${profileOf(told)}.jpg`)}</trt:GetSnapshotUriResponse>`,
  GetServiceCapabilities: () =>
    '<trt:GetServiceCapabilitiesResponse><trt:Capabilities SnapshotUri="true" Rotation="false"><trt:ProfileCapabilities MaximumNumberOfProfiles="2"/><trt:StreamingCapabilities RTPMulticast="false" RTP_TCP="true" RTP_RTSP_TCP="true"/></trt:Capabilities></trt:GetServiceCapabilitiesResponse>',
};

const mediaUri = (uri: string): string =>
  `<trt:MediaUri><tt:Uri>${uri}</tt:Uri><tt:InvalidAfterConnect>false</tt:InvalidAfterConnect><tt:InvalidAfterReboot>false</tt:InvalidAfterReboot><tt:Timeout>PT0S</tt:Timeout></trt:MediaUri>`;

const profile = (element: string, channel: Channel): string =>
  `<${element} token="${channel}" fixed="true"><tt:Name>${cameraWords.channels[channel]}</tt:Name>${source('tt:VideoSourceConfiguration', channel)}${encoder('tt:VideoEncoderConfiguration', channel)}${configuration('tt:PTZConfiguration', channel)}</${element}>`;

export const source = (element: string, channel: Channel): string =>
  `<${element} token="${channel}-source"><tt:Name>${channel}</tt:Name><tt:UseCount>1</tt:UseCount><tt:SourceToken>${channel}</tt:SourceToken><tt:Bounds x="0" y="0" width="${WIDTH}" height="${HEIGHT}"/></${element}>`;

const encoder = (element: string, channel: Channel): string =>
  `<${element} token="${channel}-encoder"><tt:Name>${channel}</tt:Name><tt:UseCount>1</tt:UseCount><tt:Encoding>H264</tt:Encoding>${RESOLUTION}<tt:Quality>4</tt:Quality><tt:RateControl><tt:FrameRateLimit>${FRAMES_PER_SECOND}</tt:FrameRateLimit><tt:EncodingInterval>1</tt:EncodingInterval><tt:BitrateLimit>2000</tt:BitrateLimit></tt:RateControl><tt:H264><tt:GovLength>${FRAMES_PER_SECOND * KEYFRAME_SECONDS}</tt:GovLength><tt:H264Profile>Baseline</tt:H264Profile></tt:H264><tt:Multicast><tt:Address><tt:Type>IPv4</tt:Type><tt:IPv4Address>0.0.0.0</tt:IPv4Address></tt:Address><tt:Port>0</tt:Port><tt:TTL>0</tt:TTL><tt:AutoStart>false</tt:AutoStart></tt:Multicast><tt:SessionTimeout>PT60S</tt:SessionTimeout></${element}>`;

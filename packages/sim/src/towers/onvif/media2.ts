// ONVIF media service 2 (ver20), profile T: the same two profiles in its own words.
import { CHANNELS } from '../../cameras/towers.ts';
import { cameraWords } from '../../words.ts';
import { FRAMES_PER_SECOND, KEYFRAME_SECONDS } from '../encoder.ts';
import type { Channel } from '../lens.ts';
import { RESOLUTION, source } from './media.ts';
import { configuration } from './ptz-spaces.ts';
import { type Operations, profileOf } from './service.ts';
import { SoapFault } from './soap.ts';
import { type Element, textOf } from './xml.ts';

export const media2Operations: Operations = {
  GetProfiles(_, told) {
    const token = textOf(told, 'Token');
    const channels = token === undefined ? CHANNELS : CHANNELS.filter((one) => one === token);
    if (channels.length === 0) throw new SoapFault(`no profile ${token}`, ['ter:InvalidArgVal', 'ter:NoProfile']);
    return `<tr2:GetProfilesResponse>${channels.map((channel) => profile(channel, typesOf(told))).join('')}</tr2:GetProfilesResponse>`;
  },
  GetVideoSourceConfigurations: () =>
    `<tr2:GetVideoSourceConfigurationsResponse>${CHANNELS.map((channel) => source('tr2:Configurations', channel)).join('')}</tr2:GetVideoSourceConfigurationsResponse>`,
  GetVideoEncoderConfigurations: () =>
    `<tr2:GetVideoEncoderConfigurationsResponse>${CHANNELS.map((channel) => encoder('tr2:Configurations', channel)).join('')}</tr2:GetVideoEncoderConfigurationsResponse>`,
  GetStreamUri: ({ rtspUrl }, told) =>
    `<tr2:GetStreamUriResponse><tr2:Uri>${rtspUrl(profileOf(told))}</tr2:Uri></tr2:GetStreamUriResponse>`,
  GetSnapshotUri: ({ base }, told) =>
    `<tr2:GetSnapshotUriResponse><tr2:Uri>${base}/snapshot/${profileOf(told)}.jpg</tr2:Uri></tr2:GetSnapshotUriResponse>`,
  GetServiceCapabilities: () =>
    '<tr2:GetServiceCapabilitiesResponse><tr2:Capabilities SnapshotUri="true" Rotation="false"><tr2:ProfileCapabilities MaximumNumberOfProfiles="2" ConfigurationsSupported="VideoSource VideoEncoder PTZ"/><tr2:StreamingCapabilities RTSPStreaming="true" RTPMulticast="false" RTP_RTSP_TCP="true"/></tr2:Capabilities></tr2:GetServiceCapabilitiesResponse>',
};

const encoder = (element: string, channel: Channel): string =>
  `<${element} token="${channel}-encoder" GovLength="${FRAMES_PER_SECOND * KEYFRAME_SECONDS}" Profile="Baseline"><tt:Name>${channel}</tt:Name><tt:UseCount>1</tt:UseCount><tt:Encoding>H264</tt:Encoding>${RESOLUTION}<tt:RateControl><tt:FrameRateLimit>${FRAMES_PER_SECOND}</tt:FrameRateLimit><tt:BitrateLimit>2000</tt:BitrateLimit></tt:RateControl><tt:Quality>4</tt:Quality></${element}>`;

/** What a profile is made of, in the schema's order. */
const parts: readonly (readonly [type: string, make: (element: string, channel: Channel) => string])[] = [
  ['VideoSource', source],
  ['VideoEncoder', encoder],
  ['PTZ', configuration],
];

/** Only what is asked for is told of a profile; without a word, its name alone. */
const typesOf = (told: Element): readonly string[] => told.children.filter(({ name }) => name === 'Type').map(({ text }) => text.trim());

function profile(channel: Channel, types: readonly string[]): string {
  const wanted = parts.filter(([type]) => types.includes('All') || types.includes(type));
  const made = wanted.map(([type, make]) => make(`tr2:${type}`, channel)).join('');
  const configurations = types.length === 0 ? '' : `<tr2:Configurations>${made}</tr2:Configurations>`;
  return `<tr2:Profiles token="${channel}" fixed="true"><tr2:Name>${cameraWords.channels[channel]}</tr2:Name>${configurations}</tr2:Profiles>`;
}

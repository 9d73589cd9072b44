// What a stream is, told before it is sent (SDP, RFC 8866; H.264's part RFC 6184, section 8.2.1).
import { FRAMES_PER_SECOND, TICKS_PER_SECOND } from '../encoder.ts';
import { PAYLOAD_TYPE } from './rtp.ts';

export const TRACK = 'trackID=0';

/** @param parameterSets sequence and picture parameter sets */
export function sdpOf(name: string, base: string, parameterSets: readonly Buffer[]): string {
  const profile = parameterSets[0]?.toString('hex', 1, 4) ?? '';
  return [
    'v=0',
    'o=- 1 1 IN IP4 127.0.0.1',
    `s=${name}`,
    'c=IN IP4 0.0.0.0',
    't=0 0',
    `a=control:${base}`,
    'a=range:npt=now-',
    `m=video 0 RTP/AVP ${PAYLOAD_TYPE}`,
    `a=rtpmap:${PAYLOAD_TYPE} H264/${TICKS_PER_SECOND}`,
    `a=fmtp:${PAYLOAD_TYPE} packetization-mode=1;profile-level-id=${profile};sprop-parameter-sets=${parameterSets
      .map((set) => set.toString('base64'))
      .join(',')}`,
    `a=framerate:${FRAMES_PER_SECOND}`,
    `a=control:${TRACK}`,
    '',
  ].join('\r\n');
}

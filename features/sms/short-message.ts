// Short messages about a fire (短信): content, receiver, and delivery state.

import type { GridNo } from '@lookout/domain';
import type { MaybeDrill } from '../exercise/drill.ts';

/** 待发送, 已发送, 发送失败, 已存入发件箱 (no gateway is set up). */
export const SMS_STATES = ['waiting', 'sent', 'failed', 'kept'] as const;
export type SmsState = (typeof SMS_STATES)[number];

export interface ShortMessage extends MaybeDrill {
  readonly id: string;
  readonly fireId: string | null;
  readonly fireName: string | null;
  readonly phone: string;
  /** The receiver's full name, if the phone belongs to a user. */
  readonly receiver: string | null;
  readonly content: string;
  readonly state: SmsState;
  readonly attempts: number;
  /** Why the last attempt failed. */
  readonly reason: string | null;
  /** The author. */
  readonly fullName: string;
  readonly gridNo: GridNo;
  readonly createdAt: Date;
  readonly sentAt: Date | null;
}

/** A text with spaces that an alarm's facts fill. */
export interface SmsTemplate {
  readonly id: string;
  /** Usable here and in the grids below, changed only from here or above. */
  readonly gridNo: GridNo;
  readonly name: string;
  readonly content: string;
}

/** A user to whom a message can be written. */
export interface SmsReceiver {
  readonly id: string;
  readonly fullName: string;
  readonly gridNo: GridNo;
  /** null: he has none, and cannot be chosen. */
  readonly phone: string | null;
}

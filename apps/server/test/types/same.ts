/** Whether two types are identical. Assignability would not tell `any`, optional properties and modifiers apart. */
export type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

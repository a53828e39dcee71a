package io.ibench.learn.data;
final class DumpReader { DumpReader(String s){} Schema read(){ return new Schema(false, java.util.List.of(), java.util.List.of()); } }

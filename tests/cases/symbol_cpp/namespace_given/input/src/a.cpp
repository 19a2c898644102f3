namespace a { void run() {} }
namespace b {
void run() {}
}
